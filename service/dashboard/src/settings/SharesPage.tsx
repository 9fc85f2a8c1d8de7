import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SecretView } from '../apps/SecretView.tsx';
import { SettingsTabs } from '../apps/SettingsTabs.tsx';
import { useCurrentApp } from '../apps/currentApp.ts';
import { sharedAddress } from '../apps/sharedAddress.ts';
import { Empty } from '../ui/Empty.tsx';
import { Form } from '../ui/Form.tsx';
import { FormEnd } from '../ui/FormEnd.tsx';
import { Page } from '../ui/Page.tsx';
import { Panel } from '../ui/Panel.tsx';
import { fieldProblem } from '../ui/problems.ts';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { formatDate, fromLocalTime } from '../ui/times.ts';
import { sharesQuery, useAddShare, useEndShare, type Share } from './requests.ts';
import { RevocableList } from './RevocableList.tsx';
import './settings.css';

const BOUNDS = { campaign: 'Campaigns', link: 'Links' };

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_DAYS = 90;

const valuesIn = (text: string) =>
  text
    .split(',')
    .map((value) => value.trim().replace(/^\//, ''))
    .filter((value) => value !== '');

function describe({ filter }: Share): string {
  return Object.entries(filter)
    .map(([name, values]) => `${name === 'link' ? 'links' : 'campaigns'} ${(values ?? []).join(', ')}`)
    .join(' and ');
}

function AddShare() {
  const { app } = useCurrentApp();
  const add = useAddShare(app.id);
  const [label, setLabel] = useState('');
  const [bound, setBound] = useState<keyof typeof BOUNDS>('campaign');
  const [values, setValues] = useState('');
  const [until, setUntil] = useState(() => new Date(Date.now() + DEFAULT_DAYS * DAY_MS).toISOString().slice(0, 10));
  const { error, data } = add;
  const submit = () =>
    add.mutate(
      {
        label: label.trim(),
        filter: { [bound]: valuesIn(values) },
        expiresAt: fromLocalTime(`${until}T23:59`, app.timeZone) ?? '',
      },
      {
        onSuccess: () => {
          setLabel('');
          setValues('');
        },
      }
    );
  return (
    <Panel title="Share a report" className="narrow">
      {data && (
        <SecretView
          name={`Address for ${data.label}`}
          note="Copy it now; it won’t be shown again."
          secret={sharedAddress(app.id, data.token, data.filter)}
        />
      )}
      <Form error={error} onSubmit={submit}>
        <TextField
          label="For"
          required
          value={label}
          onChange={setLabel}
          problem={fieldProblem(error, 'label')}
          placeholder="Agency"
        />
        <SelectField
          label="They see"
          options={BOUNDS}
          value={bound}
          onChange={(chosen) => setBound(chosen as keyof typeof BOUNDS)}
        />
        <TextField
          label={bound === 'link' ? 'Codes of the links' : 'Names of the campaigns'}
          required
          value={values}
          onChange={setValues}
          problem={fieldProblem(error, 'filter')}
          placeholder={bound === 'link' ? 'autumn, halo' : 'xmas26'}
          hint="Separated by commas. They see the numbers of these and nothing else."
        />
        <TextField
          label="Until"
          type="date"
          required
          value={until}
          onChange={setUntil}
          problem={fieldProblem(error, 'expiresAt')}
        />
        <FormEnd error={error} fields={['label', 'filter', 'expiresAt']}>
          <button type="submit" className="button" disabled={add.isPending}>
            Share
          </button>
        </FormEnd>
      </Form>
    </Panel>
  );
}

/** Reports for people without a key. */
export function SharesPage() {
  const { app } = useCurrentApp();
  const query = useQuery(sharesQuery(app.id));
  const end = useEndShare(app.id);
  return (
    <Page title="Shared views" of={app.name}>
      <SettingsTabs />
      <Panel title="What is shared">
        <RevocableList
          query={query}
          what="the shared views"
          empty={
            <Empty title="Nothing is shared">
              <p>An agency or influencer can see the numbers of their links or campaigns, without a key.</p>
            </Empty>
          }
          wordsOf={({ label }) => ({
            verb: 'End',
            of: `what ${label} sees`,
            action: 'End it',
            consequence: 'The address stops working right away.',
          })}
          revocation={end}
        >
          {(share) => (
            <>
              <p>
                <strong>{share.label}</strong>
              </p>
              <p className="muted">
                {describe(share)}, until {formatDate(share.expiresAt, app.timeZone)}
              </p>
            </>
          )}
        </RevocableList>
      </Panel>
      <AddShare />
    </Page>
  );
}
