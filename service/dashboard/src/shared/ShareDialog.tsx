import { useState } from 'react';
import { useCurrentApp } from '../apps/currentApp.ts';
import { useView, type Dimension, type Filters } from '../report/view.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Form } from '../ui/Form.tsx';
import { FormEnd } from '../ui/FormEnd.tsx';
import { fieldProblem } from '../ui/problems.ts';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { formatDate, formatDay, formatDayOfYear, fromLocalTime } from '../ui/times.ts';
import { useAddress } from '../ui/useAddress.ts';
import { moveDay, rangeName, type Days } from '../ui/useDays.ts';
import { brandColours } from './brandColours.ts';
import { useAddShare, type Bound } from './requests.ts';
import { BOUNDS, nameOfBound, sharedAddress } from './sharedAddress.ts';
import { SharedHead, SharedReport } from './SharedReport.tsx';

const DEFAULT_DAYS = 90;

/** The service's own limit. */
const MAX_VALUES = 100;

/** Parameters of the address that a shared view keeps, besides its days. */
const SHOWN = ['compare', 'attribution', 'show', 'where', 'who', 'rows'];

const BOUND_NAMES = { campaign: 'Campaigns', link: 'Links' };

export interface WhatIsShared {
  /** What the view is bound to, whatever the address filters by; empty if that is still to be chosen. */
  bound?: Bound;
  /** Filters that the page ignores. */
  ignored?: readonly Dimension[];
  /** What else narrows down what the page shows, such as “the search”. */
  also?: readonly string[];
}

const namesOf = (names: readonly string[]) => new Intl.ListFormat('en').format(names);

/** Why a view can't be shared as it is seen; null if it can. */
function refusalOf(filters: Filters, also: readonly string[]): string | null {
  const others = Object.keys(filters).filter((name) => name !== 'link' && name !== 'campaign');
  const wrong = [...others.map((name) => `the filter by ${name}`), ...also];
  if (wrong.length > 0) return `A shared view shows campaigns or links. Remove ${namesOf(wrong)} first.`;
  if (filters.link === '' || filters.campaign === '') return 'Rows without a campaign or link can’t be shared.';
  return null;
}

function nameOfDays({ from, to }: Days): string {
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  const start = from === to ? '' : `${isOneYear ? formatDay(from) : formatDayOfYear(from)} to `;
  return start + formatDayOfYear(to);
}

const nameOfRange = (range: string) => rangeName(range).replace(/^(?=\d)/, 'The last ');

const valuesIn = (text: string) =>
  text
    .split(',')
    .map((value) => value.trim().replace(/^\//, ''))
    .filter((value) => value !== '');

interface BoundFieldsProps {
  problem: string | null;
  onChange: (bound: Bound) => void;
  /** Called when the text is complete. */
  onBlur: () => void;
}

/** Asks for the links or campaigns where the page has chosen none. */
function BoundFields({ problem, onChange, onBlur }: BoundFieldsProps) {
  const [kind, setKind] = useState<keyof typeof BOUND_NAMES>('campaign');
  const [text, setText] = useState('');
  const give = (newKind: typeof kind, newText: string) => {
    setKind(newKind);
    setText(newText);
    onChange(valuesIn(newText).length === 0 ? {} : { [newKind]: valuesIn(newText) });
  };
  return (
    <>
      <SelectField
        label="They see"
        options={BOUND_NAMES}
        value={kind}
        onChange={(chosen) => give(chosen as typeof kind, '')}
      />
      <TextField
        label={kind === 'link' ? 'Link codes' : 'Campaign names'}
        required
        value={text}
        onChange={(value) => give(kind, value)}
        onBlur={onBlur}
        problem={problem}
        placeholder={kind === 'link' ? 'autumn, halo' : 'xmas26'}
        hint="Separated by commas."
      />
    </>
  );
}

interface PreviewProps {
  bound: Bound;
  until: string;
  showsNames: boolean;
}

/** What a guest will see: the same page, with the same numbers. */
function Preview({ bound, until, showsNames }: PreviewProps) {
  const { app } = useCurrentApp();
  return (
    <div className="share-preview" role="region" aria-label="What they will see" tabIndex={0}>
      <div className="share-preview-page" inert data-branded={app.accent !== null} style={brandColours(app.accent)}>
        <SharedHead app={app} until={until} />
        <p className="share-preview-title">
          <bdi>{nameOfBound(bound)}</bdi>
        </p>
        <SharedReport app={app} source={{ app: app.id, bound, hidesNames: !showsNames }} />
      </div>
    </div>
  );
}

/** Shares what is seen with somebody who has no key. */
export function ShareDialog({
  bound: given,
  ignored = [],
  also = [],
  onClose,
}: WhatIsShared & { onClose: () => void }) {
  const { app } = useCurrentApp();
  const { params } = useAddress();
  const { view, today, range } = useView(app.timeZone);
  const seen: Filters = Object.fromEntries(
    Object.entries(view.filters).filter(([name]) => !ignored.includes(name as Dimension))
  );
  const ofView: Bound = Object.fromEntries(BOUNDS.flatMap((name) => (seen[name] ? [[name, [seen[name]]]] : [])));
  const fixed = given ?? ofView;
  const isAsked = Object.keys(fixed).length === 0;
  const [asked, setAsked] = useState<Bound>({});
  const [previewed, setPreviewed] = useState<Bound>(fixed);
  const [label, setLabel] = useState('');
  const [until, setUntil] = useState(() => moveDay(today, DEFAULT_DAYS));
  const [showsNames, setShowsNames] = useState(false);
  const [period, setPeriod] = useState<'rolling' | 'fixed'>(range === null ? 'fixed' : 'rolling');
  const share = useAddShare(app.id);
  const bound = isAsked ? asked : fixed;
  const expiresAt = fromLocalTime(`${until}T23:59`, app.timeZone);
  const refusal =
    given === undefined
      ? refusalOf(seen, also)
      : (given.link?.length ?? 0) > MAX_VALUES
        ? `A shared view shows up to ${MAX_VALUES} links. Select fewer.`
        : null;
  const { data, error } = share;
  const shown = {
    ...Object.fromEntries(SHOWN.flatMap((name) => (params.has(name) ? [[name, params.get(name) ?? '']] : []))),
    ...(period === 'rolling' && range !== null ? { days: range } : view.days),
  };
  const address = data && sharedAddress({ app: app.id, token: data.token, bound: data.filter }, shown);
  const hasPreview = refusal === null && Object.keys(previewed).length > 0 && expiresAt !== null;

  return (
    <Dialog title="Share this view" onClose={onClose} isWide={hasPreview}>
      <div className="share">
        <div className="share-form">
          {refusal !== null ? (
            <>
              <p role="alert">{refusal}</p>
              <div className="dialog-buttons">
                <button type="button" className="button" onClick={onClose}>
                  Close
                </button>
              </div>
            </>
          ) : data && address !== undefined ? (
            <>
              <p>
                <strong>Address for {data.label}</strong>
              </p>
              <p className="secret-value">
                <code>{address}</code>
              </p>
              <p className="dialog-text">
                Copy it now; it won’t be shown again. It works until {formatDate(data.expiresAt, app.timeZone)}. You can
                end it earlier in the settings.
              </p>
              <div className="dialog-buttons">
                <button type="button" className="button quiet" onClick={onClose}>
                  Close
                </button>
                <a className="button quiet" href={address} target="_blank" rel="noopener noreferrer">
                  Open it
                </a>
                <CopyButton text={address} what={`the address for ${data.label}`} className="button" />
              </div>
            </>
          ) : (
            <Form
              className="dialog-form"
              error={error}
              onSubmit={() =>
                share.mutate({ label: label.trim(), filter: bound, showsNames, expiresAt: expiresAt ?? '' })
              }
            >
              <p className="dialog-text">
                They see the numbers of {isAsked ? 'the campaigns or links that you choose' : nameOfBound(bound)}, under
                the name and icon of {app.name}. They don’t see people or anything else in the app.
              </p>
              {isAsked && (
                <BoundFields
                  problem={fieldProblem(error, 'filter')}
                  onChange={setAsked}
                  onBlur={() => setPreviewed(asked)}
                />
              )}
              <TextField
                label="For"
                required
                autoFocus={!isAsked}
                value={label}
                onChange={setLabel}
                problem={fieldProblem(error, 'label')}
                placeholder="Agency"
              />
              <SelectField
                label="Opens with"
                options={{
                  ...(range !== null && { rolling: nameOfRange(range) }),
                  fixed: nameOfDays(view.days),
                }}
                value={period}
                onChange={(chosen) => setPeriod(chosen as typeof period)}
                hint="Guests can choose other days."
              />
              <TextField
                label="Until"
                type="date"
                required
                value={until}
                onChange={setUntil}
                problem={fieldProblem(error, 'expiresAt')}
              />
              <label className="check">
                <input type="checkbox" checked={showsNames} onChange={(event) => setShowsNames(event.target.checked)} />
                Show the internal names of links
              </label>
              <FormEnd error={error} fields={['label', 'expiresAt', ...(isAsked ? ['filter'] : [])]}>
                <button type="button" className="button quiet" onClick={onClose}>
                  Cancel
                </button>
                <button type="submit" className="button" disabled={share.isPending}>
                  Share
                </button>
              </FormEnd>
            </Form>
          )}
        </div>
        {hasPreview && <Preview bound={previewed} until={expiresAt} showsNames={showsNames} />}
      </div>
    </Dialog>
  );
}
