import { useState } from 'react';
import { useCurrentApp } from '../apps/currentApp.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useDays } from '../ui/useDays.ts';
import { useDeleteSharedLinks, type SharedLinks } from './requests.ts';

const OPTIONS = [
  { value: 'of-day', name: 'From one day' },
  { value: 'all', name: 'All of them' },
] as const;

interface DeleteSharedDialogProps {
  /** Whose links are deleted; null to choose a day, or all. */
  createdBy: string | null;
  onClose: () => void;
}

/** Deletes many of the links that users shared, such as those of somebody who shares spam. */
export function DeleteSharedDialog({ createdBy, onClose }: DeleteSharedDialogProps) {
  const { app } = useCurrentApp();
  const { days } = useDays(app.timeZone);
  const remove = useDeleteSharedLinks(app.id);
  const [which, setWhich] = useState<(typeof OPTIONS)[number]['value']>('of-day');
  const [day, setDay] = useState(days.to);
  const links: SharedLinks =
    createdBy !== null
      ? { which: 'of-user', createdBy }
      : which === 'all'
        ? { which }
        : { which, day, timezone: app.timeZone };

  return (
    <ConfirmDialog
      title={createdBy === null ? 'Delete shared links?' : 'Delete everything this user shared?'}
      action="Delete the links"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(links, { onSuccess: onClose })}
      onClose={onClose}
    >
      {createdBy === null && (
        <SegmentedControl legend="Which links" options={OPTIONS} value={which} onChange={setWhich} />
      )}
      {createdBy === null && which === 'of-day' && (
        <TextField label="Shared on" type="date" required value={day} onChange={setDay} />
      )}
      {createdBy === '' && <p>These links come from installs that sent no id, so they may be from several people.</p>}
      <p>The links stop working. What they brought so far stays in the statistics.</p>
      <p>For 30 days, you can restore each of them on its own page.</p>
    </ConfirmDialog>
  );
}
