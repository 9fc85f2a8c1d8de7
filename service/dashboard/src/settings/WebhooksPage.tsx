import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../src/values/webhookEvents.ts';
import { SecretView } from '../apps/SecretView.tsx';
import { SettingsTabs } from '../apps/SettingsTabs.tsx';
import { useCurrentApp } from '../apps/currentApp.ts';
import { useFileName } from '../apps/useFileName.ts';
import { useAddWebhook, webhooksQuery, type Webhook } from '../apps/webhooks.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Failure } from '../ui/Failure.tsx';
import { Form } from '../ui/Form.tsx';
import { FormEnd } from '../ui/FormEnd.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { Panel } from '../ui/Panel.tsx';
import { formatCount } from '../ui/numbers.ts';
import { fieldProblem } from '../ui/problems.ts';
import { SelectField } from '../ui/SelectField.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Tag } from '../ui/Tag.tsx';
import { TextField } from '../ui/TextField.tsx';
import { Time } from '../ui/Time.tsx';
import {
  deliveriesQuery,
  useDeleteWebhook,
  usePauseWebhook,
  useReplayDelivery,
  useRotateSecret,
  useTestWebhook,
  type Delivery,
} from './requests.ts';
import './settings.css';

const EVENT_NAMES: Readonly<Record<WebhookEvent, string>> = {
  'install.matched': 'An install was matched to a link',
  'install.unmatched': 'An install wasn’t matched',
  'link.opened': 'A link opened the app',
  'event.recorded': 'An event was received',
  'link.changed': 'A link was changed',
  'week.ended': 'Last week’s numbers, every Monday',
  'installs.fell': 'Installs fell far below the usual',
};

const FORMAT_NAMES = { standard: 'Standard Webhooks', slack: 'Slack' };

/** Enough of an answer to see what is wrong; it may be a whole page. */
const MAX_ANSWER_CHARS = 200;

function stateOf({ deliveredAt, nextAttemptAt, status, answer }: Delivery): string {
  const text = (answer ?? '').trim().slice(0, MAX_ANSWER_CHARS);
  const answered = [status === null ? '' : `answered ${status}`, text].filter((part) => part !== '').join(': ');
  const state = deliveredAt !== null ? 'Delivered' : nextAttemptAt === null ? 'Given up' : 'Waiting';
  return `${state}: ${answered || 'not tried yet'}`;
}

function Deliveries({ id }: { id: string }) {
  const { app } = useCurrentApp();
  const fileOf = useFileName();
  const query = useInfiniteQuery(deliveriesQuery(app.id, id));
  const replay = useReplayDelivery(app.id);
  return (
    <>
      {replay.error ? <Failure error={replay.error} /> : null}
      <Loaded query={query} what="the deliveries">
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.deliveries);
          if (rows.length === 0) {
            return (
              <Empty title="Nothing was sent yet">
                <p>Send a test, or wait until something happens. Deliveries are kept for seven days.</p>
              </Empty>
            );
          }
          return (
            <>
              <DataTable
                caption="Deliveries, newest first"
                file={fileOf('deliveries', null)}
                rows={rows}
                keyOf={(delivery) => delivery.id}
                columns={[
                  { name: 'Time', text: ({ at }) => at, render: ({ at }) => <Time iso={at} /> },
                  { name: 'Event', text: ({ type }) => type },
                  { name: 'Tries', isNumber: true, text: ({ attempts }) => attempts },
                  { name: 'Result', isWide: true, text: stateOf },
                ]}
                actions={(delivery) => (
                  <button
                    type="button"
                    className="button quiet small"
                    disabled={replay.isPending}
                    onClick={() => replay.mutate(delivery.id)}
                  >
                    Send again
                  </button>
                )}
              />
              <ShowMore query={query} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function Endpoint({ webhook }: { webhook: Webhook }) {
  const { app } = useCurrentApp();
  const { id, url, events, names, format, paused, failingSince, waiting } = webhook;
  const [isDeleting, setDeleting] = useState(false);
  const [isListed, setListed] = useState(false);
  const pause = usePauseWebhook(app.id, id);
  const remove = useDeleteWebhook(app.id, id);
  const rotate = useRotateSecret(app.id, id);
  const test = useTestWebhook(app.id, id);
  const error = pause.error ?? rotate.error ?? test.error;
  return (
    <Panel
      title={url}
      aside={
        paused ? (
          <Tag tone="bad">Paused</Tag>
        ) : failingSince ? (
          <Tag tone="warn">Failing</Tag>
        ) : (
          <Tag tone="good">Active</Tag>
        )
      }
    >
      <div className="panel-body endpoint">
        <p className="muted">
          {events.map((event) => EVENT_NAMES[event]).join(' · ')}
          {names.length > 0 && ` (only ${names.join(', ')})`}. {FORMAT_NAMES[format]}.
          {failingSince !== null && (
            <>
              {' '}
              Failing since <Time iso={failingSince} />.
            </>
          )}
          {waiting > 0 && ` ${waiting === 1 ? 'One delivery is' : `${formatCount(waiting)} deliveries are`} waiting.`}
        </p>
        {paused && <Notice tone="bad">{paused.message}</Notice>}
        {test.data && (
          <Notice tone={test.data.deliveredAt === null ? 'bad' : 'good'}>Test: {stateOf(test.data)}</Notice>
        )}
        {error ? <Failure error={error} /> : null}
        <div className="actions">
          <button type="button" className="button quiet small" disabled={test.isPending} onClick={() => test.mutate()}>
            Send a test
          </button>
          <button
            type="button"
            className="button quiet small"
            aria-expanded={isListed}
            onClick={() => setListed(!isListed)}
          >
            Deliveries
          </button>
          <button
            type="button"
            className="button quiet small"
            disabled={pause.isPending}
            onClick={() => pause.mutate(!paused)}
          >
            {paused ? 'Resume' : 'Pause'}
          </button>
          <button
            type="button"
            className="button quiet small"
            disabled={rotate.isPending}
            onClick={() => rotate.mutate()}
          >
            New secret
          </button>
          <button type="button" className="button quiet small danger" onClick={() => setDeleting(true)}>
            Delete…
          </button>
        </div>
      </div>
      {rotate.data && (
        <SecretView
          name="New secret"
          note="Copy it now; it won’t be shown again. For a day, deliveries are signed with both secrets."
          secret={rotate.data.secret}
        />
      )}
      {isListed && <Deliveries id={id} />}
      {isDeleting && (
        <ConfirmDialog
          title="Delete this endpoint?"
          action="Delete the endpoint"
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => setDeleting(false) })}
          onClose={() => setDeleting(false)}
        >
          <p>No more deliveries are sent, and the waiting ones are lost. To keep them, pause the endpoint instead.</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

const NO_VALUES: Pick<Webhook, 'url' | 'format'> & { events: readonly WebhookEvent[]; names: string } = {
  url: '',
  events: ['install.matched'],
  names: '',
  format: 'standard',
};

function AddEndpoint() {
  const { app } = useCurrentApp();
  const add = useAddWebhook(app.id);
  const [values, setValues] = useState(NO_VALUES);
  const { url, events, names, format } = values;
  const set = (changed: Partial<typeof NO_VALUES>) => setValues({ ...values, ...changed });
  const { error } = add;
  const submit = () => {
    const wanted = names.split(',').map((name) => name.trim());
    add.mutate(
      { url: url.trim(), events: [...events], names: wanted.filter((name) => name !== ''), format },
      { onSuccess: () => setValues(NO_VALUES) }
    );
  };
  return (
    <Panel title="Add an endpoint">
      {add.data && (
        <SecretView
          name={`Secret of ${add.data.url}`}
          note="Use it to verify deliveries. Copy it now; it won’t be shown again."
          secret={add.data.secret}
        />
      )}
      <Form error={error} onSubmit={submit}>
        <TextField
          label="Address"
          type="url"
          required
          value={url}
          onChange={(value) => set({ url: value })}
          problem={fieldProblem(error, 'url')}
          placeholder="https://example.com/webhooks"
          hint="A public address that starts with https://."
        />
        <fieldset className="checks">
          <legend>When</legend>
          {WEBHOOK_EVENTS.map((event) => (
            <label key={event} className="check">
              <input
                type="checkbox"
                checked={events.includes(event)}
                onChange={({ target }) =>
                  set({ events: target.checked ? [...events, event] : events.filter((each) => each !== event) })
                }
              />
              <span>
                {EVENT_NAMES[event]} <code>{event}</code>
              </span>
            </label>
          ))}
          {fieldProblem(error, 'events') !== null && <p className="field-problem">{fieldProblem(error, 'events')}</p>}
        </fieldset>
        <TextField
          label="Only events named"
          isOptional
          value={names}
          onChange={(value) => set({ names: value })}
          problem={fieldProblem(error, 'names')}
          placeholder="purchase, refund"
          hint="For stored events, separated by commas."
        />
        <SelectField
          label="Format"
          options={FORMAT_NAMES}
          value={format}
          onChange={(chosen) => set({ format: chosen as Webhook['format'] })}
        />
        <FormEnd error={error} fields={['url', 'events', 'names']}>
          <button type="submit" className="button" disabled={add.isPending || events.length === 0}>
            Add the endpoint
          </button>
        </FormEnd>
      </Form>
    </Panel>
  );
}

/** The endpoints of webhooks, and what was sent to each. */
export function WebhooksPage() {
  const { app } = useCurrentApp();
  const query = useQuery(webhooksQuery(app.id));
  return (
    <Page title="Webhooks" of={app.name}>
      <SettingsTabs />
      <div className="settings settings-list">
        <div className="settings-column">
          <Loaded query={query} what="the endpoints">
            {(webhooks) =>
              webhooks.length === 0 ? (
                <div className="panel">
                  <Empty title="No endpoints yet">
                    <p>Send installs, events and changes to your server or to Slack moments after they happen.</p>
                  </Empty>
                </div>
              ) : (
                webhooks.map((webhook) => <Endpoint key={webhook.id} webhook={webhook} />)
              )
            }
          </Loaded>
        </div>
        <AddEndpoint />
      </div>
    </Page>
  );
}
