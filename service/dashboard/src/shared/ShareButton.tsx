import { lazy } from 'react';
import { useCurrentApp } from '../apps/currentApp.ts';
import { DialogButton } from '../ui/DialogButton.tsx';
import type { WhatIsShared } from './ShareDialog.tsx';

const ShareDialog = lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog }));

/** Shares the view as it is seen. */
export function ShareButton(what: WhatIsShared) {
  const { may } = useCurrentApp();
  if (!may('all')) return null;
  return <DialogButton name="Share…">{(onClose) => <ShareDialog {...what} onClose={onClose} />}</DialogButton>;
}
