import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Empty } from '../ui/Empty.tsx';
import { Form } from '../ui/Form.tsx';
import { FormEnd } from '../ui/FormEnd.tsx';
import { Panel } from '../ui/Panel.tsx';
import { SecretView } from '../apps/SecretView.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { Tag } from '../ui/Tag.tsx';
import { TextField } from '../ui/TextField.tsx';
import { Time } from '../ui/Time.tsx';
import { useCurrentApp } from '../apps/currentApp.ts';
import type { Scope } from '../session/requests.ts';
import { fieldProblem } from '../ui/problems.ts';
import { formatDate } from '../ui/times.ts';
import { useTimeZone } from '../ui/timeZone.ts';
import { keysQuery, useAddKey, useRevokeKey, type Key, type NewKey } from '../apps/requests.ts';
import { RevocableList } from './RevocableList.tsx';

/** The service's own limit. */
const MAX_LABEL_CHARS = 80;

const KIND_NAMES: Readonly<Record<Key['kind'], string>> = { publishable: 'Publishable key', secret: 'Secret key' };

const SCOPE_NOTES: Readonly<Record<Scope, string>> = {
  all: 'may do everything',
  links: 'reads, creates and changes links',
  read: 'reads links and statistics',
  events: 'only sends events',
};

const SCOPE_NAMES: Readonly<Record<Scope, string>> = {
  all: 'Everything',
  links: 'Read, create and change links',
  read: 'Read links and statistics: no people, clicks or exports',
  events: 'Only send events from your server',
};

const KIND_NOTES: Readonly<Record<Key['kind'], string>> = {
  publishable: 'Goes into the app. It isn’t a secret.',
  secret: 'Keep it on your server. Copy it now; it won’t be shown again.',
};

const REVOKE_NOTES: Readonly<Record<Key['kind'], string>> = {
  publishable:
    'Apps that still use this key stop matching links and sending events. Release the app with a new key first.',
  secret: 'Servers that still use this key are refused, and everyone who signed in here with it is signed out.',
};

function KeyFacts({ item }: { item: Key }) {
  const timeZone = useTimeZone();
  return (
    <>
      <p>
        {item.label !== null && (
          <>
            <strong>{item.label}</strong>{' '}
          </>
        )}
        <code>{item.hint}</code> {item.revokedAt !== null && <Tag tone="bad">Revoked</Tag>}
      </p>
      <p className="muted">
        {KIND_NAMES[item.kind]}
        {item.scope !== null && ` that ${SCOPE_NOTES[item.scope]}`}, added {formatDate(item.createdAt, timeZone)}
        {item.revokedAt !== null && `, revoked ${formatDate(item.revokedAt, timeZone)}`}
        {item.lastUsedAt === null ? (
          ', never used'
        ) : (
          <>
            , last used <Time iso={item.lastUsedAt} />
          </>
        )}
      </p>
    </>
  );
}

interface AddKeyFormProps {
  onAdd: (key: NewKey, onAdded: () => void) => void;
  isPending: boolean;
  error: unknown;
}

function AddKeyForm({ onAdd, isPending, error }: AddKeyFormProps) {
  const [label, setLabel] = useState('');
  const [scope, setScope] = useState<Scope>('all');
  const add = (kind: Key['kind']) =>
    onAdd({ kind, scope: kind === 'secret' ? scope : null, label: label.trim() || null }, () => setLabel(''));
  return (
    <Form error={error} onSubmit={() => add('publishable')}>
      <TextField
        label="Label of a new key"
        isOptional
        maxLength={MAX_LABEL_CHARS}
        value={label}
        onChange={setLabel}
        problem={fieldProblem(error, 'label')}
        placeholder="Android 2.4, warehouse server"
        hint="Where you use the key, so you know later which one to revoke."
      />
      <SelectField
        label="What a new secret key may do"
        options={SCOPE_NAMES}
        value={scope}
        onChange={(chosen) => setScope(chosen as Scope)}
        hint="No key changes apps or keys; that takes the admin token."
      />
      <FormEnd error={error} fields={['label']}>
        <button type="submit" className="button quiet" disabled={isPending}>
          Add a publishable key
        </button>
        <button type="button" className="button quiet" disabled={isPending} onClick={() => add('secret')}>
          Add a secret key
        </button>
      </FormEnd>
    </Form>
  );
}

export function KeysPanel() {
  const { app, role } = useCurrentApp();
  const query = useQuery(keysQuery(app.id));
  const addKey = useAddKey(app.id);
  const revokeKey = useRevokeKey(app.id);
  const isAdmin = role === 'admin';

  return (
    <div className={isAdmin ? 'settings settings-list' : 'settings-column'}>
      <Panel title="Keys">
        <RevocableList
          query={query}
          what="the keys"
          empty={
            <Empty title="No keys yet">
              <p>Add a publishable key for your app and a secret key for your server.</p>
            </Empty>
          }
          wordsOf={({ kind, hint, revokedAt }) =>
            isAdmin && revokedAt === null
              ? { verb: 'Revoke', of: hint, action: 'Revoke the key', consequence: REVOKE_NOTES[kind] }
              : null
          }
          revocation={revokeKey}
        >
          {(item) => <KeyFacts item={item} />}
        </RevocableList>
      </Panel>
      {isAdmin && (
        <Panel title="Add a key">
          {addKey.data && (
            <SecretView
              name={`New ${KIND_NAMES[addKey.data.kind].toLowerCase()}`}
              note={KIND_NOTES[addKey.data.kind]}
              secret={addKey.data.secret}
            />
          )}
          <AddKeyForm
            onAdd={(key, onSuccess) => addKey.mutate(key, { onSuccess })}
            isPending={addKey.isPending}
            error={addKey.error}
          />
        </Panel>
      )}
    </div>
  );
}
