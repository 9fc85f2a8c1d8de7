import { lazy } from 'react';
import { useCurrentApp } from '../apps/currentApp.ts';
import { DialogButton } from '../ui/DialogButton.tsx';
import { ShareButton } from './ShareButton.tsx';
import type { WhatIsShared } from './ShareDialog.tsx';

const TellMeDialog = lazy(async () => ({ default: (await import('./TellMeDialog.tsx')).TellMeDialog }));

/** The end of a report's bar: share what is seen, or have the app's numbers sent each week. */
export function BarActions(what: WhatIsShared) {
  const { may } = useCurrentApp();
  if (!may('all')) return null;
  return (
    <div className="bar-actions">
      <ShareButton {...what} />
      <DialogButton name="Tell me…">{(onClose) => <TellMeDialog onClose={onClose} />}</DialogButton>
    </div>
  );
}
