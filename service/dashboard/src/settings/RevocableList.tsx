import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Loaded, type Loadable } from '../ui/Loaded.tsx';

/** The words for revoking an item. */
interface Words {
  /** On the item's button, and in the question. */
  verb: string;
  of: string;
  /** On the button that confirms. */
  action: string;
  consequence: string;
}

interface RevocableListProps<Item> {
  query: Loadable<readonly Item[]>;
  /** What is listed, as in "Loading the keys…". */
  what: string;
  /** Shown without any items. */
  empty: ReactNode;
  children: (item: Item) => ReactNode;
  /** Null for an item that can't be revoked here. */
  wordsOf: (item: Item) => Words | null;
  revocation: {
    mutate: (id: string, options: { onSuccess: () => void }) => void;
    reset: () => void;
    isPending: boolean;
    error: unknown;
  };
}

/** Lists what gives somebody access. Each item can be revoked, after a confirmation. */
export function RevocableList<Item extends { id: string }>(props: RevocableListProps<Item>) {
  const { query, what, empty, children, wordsOf, revocation } = props;
  const [revoked, setRevoked] = useState<Item | null>(null);
  const asked = revoked && wordsOf(revoked);
  const close = () => {
    revocation.reset();
    setRevoked(null);
  };
  return (
    <>
      <Loaded query={query} what={what}>
        {(items) =>
          items.length === 0 ? (
            empty
          ) : (
            <ul>
              {items.map((item) => {
                const words = wordsOf(item);
                return (
                  <li key={item.id} className="key-row">
                    <div>{children(item)}</div>
                    {words && (
                      <button type="button" className="button quiet small danger" onClick={() => setRevoked(item)}>
                        {words.verb}…<span className="visually-hidden"> {words.of}</span>
                      </button>
                    )}
                  </li>
                );
              })}
            </ul>
          )
        }
      </Loaded>
      {revoked && asked && (
        <ConfirmDialog
          title={`${asked.verb} ${asked.of}?`}
          action={asked.action}
          isPending={revocation.isPending}
          error={revocation.error}
          onConfirm={() => revocation.mutate(revoked.id, { onSuccess: close })}
          onClose={close}
        >
          <p>{asked.consequence}</p>
          <p>This can’t be undone.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
