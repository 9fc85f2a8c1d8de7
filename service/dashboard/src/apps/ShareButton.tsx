import { lazy, Suspense, useState } from 'react';
import { useCurrentApp } from './currentApp.ts';
import type { SharedNow } from './ShareDialog.tsx';

const ShareDialog = lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog }));

/** Shares the view as it is seen. */
export function ShareButton({ now }: { now: SharedNow }) {
  const { may } = useCurrentApp();
  const [isOpen, setOpen] = useState(false);
  if (!may('all')) return null;
  return (
    <>
      <button type="button" className="button quiet small" onClick={() => setOpen(true)}>
        Share…
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ShareDialog now={now} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
