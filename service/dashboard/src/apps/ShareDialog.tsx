import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShareWire } from '../../../src/routes/owner/shares.ts';
import { request } from '../api/request.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Form } from '../ui/Form.tsx';
import { FormEnd } from '../ui/FormEnd.tsx';
import { fieldProblem } from '../ui/problems.ts';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { TextField } from '../ui/TextField.tsx';
import { formatDate, formatDayOfYear, fromLocalTime } from '../ui/times.ts';
import { moveDay, rangeName, type Days } from '../ui/useDays.ts';
import { useCurrentApp } from './currentApp.ts';
import { SecretView } from './SecretView.tsx';
import { sharedAddress } from './sharedAddress.ts';

const DEFAULT_DAYS = 90;

/** What somebody looks at, and wants to share. */
export interface SharedNow {
  /** By what it is filtered; an empty value stands for none. */
  filters: Readonly<Partial<Record<string, string>>>;
  days: Days;
  today: string;
  /** The name of a range, such as 30; null for days of one's own. */
  range: string | null;
}

/** Why a view can't be shared; null if it can. */
function refusalOf(filters: SharedNow['filters']): string | null {
  const others = Object.keys(filters).filter((name) => name !== 'link' && name !== 'campaign');
  if (others.length > 0) {
    return `A shared view shows campaigns or links. Remove the filter by ${others.join(' and ')} first.`;
  }
  if (filters.link === undefined && filters.campaign === undefined) {
    return 'A shared view shows campaigns or links, and nothing else of the app. Choose one of them first: click on its row.';
  }
  if (filters.link === '' || filters.campaign === '') return 'What has no campaign or no link can’t be shared.';
  return null;
}

/** Shares what is seen with somebody who has no key. */
export function ShareDialog({ now, onClose }: { now: SharedNow; onClose: () => void }) {
  const { app } = useCurrentApp();
  const client = useQueryClient();
  const { filters, days, today, range } = now;
  const [label, setLabel] = useState('');
  const [until, setUntil] = useState(() => moveDay(today, DEFAULT_DAYS));
  const [period, setPeriod] = useState<'rolling' | 'fixed'>(range === null ? 'fixed' : 'rolling');
  const filter = {
    ...(filters.link ? { link: [filters.link] } : {}),
    ...(filters.campaign ? { campaign: [filters.campaign] } : {}),
  };
  const share = useMutation({
    mutationFn: () =>
      request<ShareWire & { token: string }>('/api/shares', {
        method: 'POST',
        app: app.id,
        body: { label: label.trim(), filter, expiresAt: fromLocalTime(`${until}T23:59`, app.timeZone) },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['shares', app.id] }),
  });
  const refusal = refusalOf(filters);
  const shown = period === 'rolling' && range !== null ? { days: range } : { ...days };
  const { data, error } = share;
  const address = data && sharedAddress(app.id, data.token, data.filter, shown);

  return (
    <Dialog title="Share this view" onClose={onClose}>
      {refusal !== null ? (
        <p role="alert">{refusal}</p>
      ) : data && address !== undefined ? (
        <>
          <SecretView
            name={`Address for ${data.label}`}
            note="Copy it now; it won’t be shown again."
            secret={address}
          />
          <p className="dialog-text">
            It works until {formatDate(data.expiresAt, app.timeZone)}. You can end it earlier in the settings.
          </p>
        </>
      ) : (
        <Form className="dialog-form" error={error} onSubmit={() => share.mutate()}>
          <p className="dialog-text">
            They see visitors, installs, buyers and revenue of {Object.values(filter).flat().join(' in ')}, under the
            name and icon of {app.name}. They see no person, and nothing else of the app.
          </p>
          <TextField
            label="For"
            required
            autoFocus
            value={label}
            onChange={setLabel}
            problem={fieldProblem(error, 'label')}
            placeholder="Agency"
          />
          {range !== null && (
            <SegmentedControl
              legend="Days"
              options={[
                { value: 'rolling', name: `Always ${rangeName(range).toLowerCase()}` },
                { value: 'fixed', name: `${formatDayOfYear(days.from)} to ${formatDayOfYear(days.to)}` },
              ]}
              value={period}
              onChange={setPeriod}
            />
          )}
          <TextField
            label="Until"
            type="date"
            required
            value={until}
            onChange={setUntil}
            problem={fieldProblem(error, 'expiresAt')}
          />
          <FormEnd error={error} fields={['label', 'expiresAt']}>
            <button type="submit" className="button" disabled={share.isPending}>
              Share
            </button>
          </FormEnd>
        </Form>
      )}
      <div className="dialog-buttons">
        {address !== undefined && (
          <a className="button quiet" href={address} target="_blank" rel="noopener noreferrer">
            See what they see
          </a>
        )}
        <button type="button" className="button quiet" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
