import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebhookEvent } from '../../../src/values/webhookEvents.ts';
import { useCurrentApp } from '../apps/currentApp.ts';
import { SecretView } from '../apps/SecretView.tsx';
import { useAddWebhook, webhooksQuery, type Webhook } from '../apps/webhooks.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Form } from '../ui/Form.tsx';
import { FormEnd } from '../ui/FormEnd.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { fieldProblem } from '../ui/problems.ts';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { TextField } from '../ui/TextField.tsx';

/** Events for people. The others are for programs, and are set up in the settings. */
const TOLD = ['week.ended', 'installs.fell'] as const satisfies readonly WebhookEvent[];

const WORDS: Readonly<Record<(typeof TOLD)[number], string>> = {
  'week.ended': 'Last week’s numbers, every Monday at 8 am',
  'installs.fell': 'An alert when a day has over 40% fewer installs than usual',
};

const FORMATS: readonly { value: Webhook['format']; name: string }[] = [
  { value: 'slack', name: 'Slack' },
  { value: 'standard', name: 'Your server' },
];

/** Where these reports are already sent. */
function Receivers() {
  const { app } = useCurrentApp();
  const { data = [] } = useQuery(webhooksQuery(app.id));
  const hosts = data
    .filter(({ events }) => TOLD.some((event) => events.includes(event)))
    .map(({ url }) => new URL(url).host);
  if (hosts.length === 0) return null;
  return (
    <p className="dialog-text">
      <span>
        Already sent to {new Intl.ListFormat('en').format(hosts)}.{' '}
        <PageLink to="/settings/webhooks">Change that</PageLink>
      </span>
    </p>
  );
}

/** Sends the app's numbers to a channel, so nobody has to look. */
export function TellMeDialog({ onClose }: { onClose: () => void }) {
  const { app } = useCurrentApp();
  const add = useAddWebhook(app.id);
  const [format, setFormat] = useState<Webhook['format']>('slack');
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(TOLD);
  const { data, error } = add;
  return (
    <Dialog title="Tell me" onClose={onClose}>
      {data ? (
        <>
          <p className="dialog-text" role="status">
            {data.events.includes('week.ended')
              ? 'Done. Last week’s numbers arrive within five minutes, and then every Monday.'
              : 'Done. The alert arrives the next morning.'}
          </p>
          {data.format === 'standard' && (
            <SecretView
              name={`Secret of ${data.url}`}
              note="Use it to verify deliveries. Copy it now; it won’t be shown again."
              secret={data.secret}
            />
          )}
          <div className="dialog-buttons">
            <PageLink to="/settings/webhooks" className="button quiet">
              All endpoints
            </PageLink>
            <button type="button" className="button" onClick={onClose}>
              Close
            </button>
          </div>
        </>
      ) : (
        <Form
          className="dialog-form"
          error={error}
          onSubmit={() => add.mutate({ url: url.trim(), events: [...events], names: [], format })}
        >
          <Receivers />
          <fieldset className="checks">
            <legend>What</legend>
            {TOLD.map((event) => (
              <label key={event} className="check">
                <input
                  type="checkbox"
                  checked={events.includes(event)}
                  onChange={({ target }) =>
                    setEvents(TOLD.filter((each) => (each === event ? target.checked : events.includes(each))))
                  }
                />
                <span>{WORDS[event]}</span>
              </label>
            ))}
            <p className="hint">For the whole app, without filters. Days and times are in {app.timeZone}.</p>
          </fieldset>
          <SegmentedControl legend="Where to" options={FORMATS} value={format} onChange={setFormat} />
          <TextField
            label={format === 'slack' ? 'Slack’s webhook address' : 'Address of your server'}
            type="url"
            required
            autoFocus
            value={url}
            onChange={setUrl}
            problem={fieldProblem(error, 'url')}
            placeholder={format === 'slack' ? 'https://hooks.slack.com/services/…' : 'https://example.com/webhooks'}
            hint={
              format === 'slack'
                ? 'In Slack, add the app “Incoming Webhooks” to a channel and copy its address.'
                : 'A public address that starts with https://. It receives Standard Webhooks.'
            }
          />
          <FormEnd error={error} fields={['url']}>
            <button type="button" className="button quiet" onClick={onClose}>
              Cancel
            </button>
            <button type="submit" className="button" disabled={add.isPending || events.length === 0}>
              Tell me
            </button>
          </FormEnd>
        </Form>
      )}
    </Dialog>
  );
}
