import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Failure } from '../ui/Failure.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Panel } from '../ui/Panel.tsx';
import { SecretView } from './SecretView.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useCurrentApp } from './currentApp.ts';
import { formatDate } from '../ui/times.ts';
import { keysQuery, useAddKey, useRevokeKey, type Key } from './requests.ts';

const KIND_NAMES: Readonly<Record<Key['kind'], string>> = { publishable: 'Publishable key', secret: 'Secret key' };

const KIND_NOTES: Readonly<Record<Key['kind'], string>> = {
  publishable: 'Goes into the app. Shown only now.',
  secret: 'Stays with you. Shown only now.',
};

const REVOKE_NOTES: Readonly<Record<Key['kind'], string>> = {
  publishable:
    'Every copy of the app that has it finds no link and sends no event any more. Release the app with another key first.',
  secret: 'Servers that use it are refused, and whoever signed in here with it is signed out.',
};

function KeyRow({ item, onRevoke }: { item: Key; onRevoke: (() => void) | undefined }) {
  return (
    <li className="key-row">
      <div>
        <p>
          <code>{item.hint}</code> {item.revokedAt !== null && <Tag tone="bad">Revoked</Tag>}
        </p>
        <p className="muted">
          {KIND_NAMES[item.kind]}, made {formatDate(item.createdAt)}
          {item.revokedAt !== null && `, revoked ${formatDate(item.revokedAt)}`}
        </p>
      </div>
      {onRevoke && item.revokedAt === null && (
        <button type="button" className="button quiet small danger" onClick={onRevoke}>
          Revoke<span className="visually-hidden"> {item.hint}</span>
        </button>
      )}
    </li>
  );
}

export function KeysPanel() {
  const { app, role } = useCurrentApp();
  const query = useQuery(keysQuery(app.id));
  const addKey = useAddKey(app.id);
  const revokeKey = useRevokeKey(app.id);
  const [revoked, setRevoked] = useState<Key | null>(null);
  const isAdmin = role === 'admin';

  return (
    <Panel title="Keys">
      {addKey.data && (
        <dl className="secrets">
          <SecretView
            name={`New ${KIND_NAMES[addKey.data.kind].toLowerCase()}`}
            note={KIND_NOTES[addKey.data.kind]}
            secret={addKey.data.secret}
          />
        </dl>
      )}
      {addKey.error ? <Failure error={addKey.error} /> : null}
      <Loaded query={query} what="the keys">
        {(keys) =>
          keys.length === 0 ? (
            <Empty title="No keys">
              <p>Add a publishable key for the app, and a secret one for your server.</p>
            </Empty>
          ) : (
            <ul className="key-rows">
              {keys.map((item) => (
                <KeyRow key={item.id} item={item} onRevoke={isAdmin ? () => setRevoked(item) : undefined} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdmin && (
        <div className="panel-body actions">
          <button
            type="button"
            className="button quiet"
            disabled={addKey.isPending}
            onClick={() => addKey.mutate('publishable')}
          >
            Add a publishable key
          </button>
          <button
            type="button"
            className="button quiet"
            disabled={addKey.isPending}
            onClick={() => addKey.mutate('secret')}
          >
            Add a secret key
          </button>
        </div>
      )}
      {revoked && (
        <ConfirmDialog
          title={`Revoke ${revoked.hint}?`}
          action="Revoke the key"
          isPending={revokeKey.isPending}
          error={revokeKey.error}
          onConfirm={() => revokeKey.mutate(revoked.id, { onSuccess: () => setRevoked(null) })}
          onClose={() => {
            revokeKey.reset();
            setRevoked(null);
          }}
        >
          <p>{REVOKE_NOTES[revoked.kind]}</p>
          <p>This can’t be undone.</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
