import { useState } from 'react';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useCurrentApp } from './currentApp.ts';
import { useRemoveDemoData } from './requests.ts';

/** Says on every page that its numbers are made up, for as long as some of them are. */
export function DemoNotice() {
  const { app, may } = useCurrentApp();
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveDemoData(app.id);
  if (app.demoUntil === null) return null;
  return (
    <>
      <Notice tone="quiet">
        <p>This is demo data: a made-up month, so there is something to look at. Your own clicks are added to it.</p>
        {may('all') && (
          <button type="button" className="button quiet small" onClick={() => setAsking(true)}>
            Remove demo data
          </button>
        )}
      </Notice>
      {isAsking && (
        <ConfirmDialog
          title="Remove the demo data?"
          action="Remove demo data"
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>The made-up month and the links its users shared are deleted. The shop’s own links and keys stay.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
