import { useCurrentApp } from '../apps/currentApp.ts';
import { Failure } from '../ui/Failure.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useChangeLinks, type LinkChanges } from './requests.ts';
import { countOfLinks } from './countOfLinks.ts';

/** Says that many links were changed, and can change all of them back. */
export function ChangedNotice({ undo, onDone }: { undo: LinkChanges; onDone: () => void }) {
  const { app } = useCurrentApp();
  const change = useChangeLinks(app.id);
  return (
    <>
      <Notice tone="good">
        <p>Changed {countOfLinks(undo.length)}.</p>
        <button
          type="button"
          className="button quiet small"
          disabled={change.isPending}
          onClick={() => change.mutate(undo, { onSuccess: onDone })}
        >
          Undo
        </button>
      </Notice>
      {change.error ? <Failure error={change.error} /> : null}
    </>
  );
}
