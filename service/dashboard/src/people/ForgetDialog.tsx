import { Problem } from '../api/Problem.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { formatCount } from '../ui/numbers.ts';
import type { Person } from './requests.ts';

interface ForgetDialogProps {
  kind: Person['kind'];
  isPending: boolean;
  error: unknown;
  /** The number of installs that the last try confirmed; null if it confirmed none. */
  confirmed: number | null;
  /** Gets the number of installs if the service wants it confirmed. */
  onConfirm: (confirmed: number | null) => void;
  onClose: () => void;
}

/** How many installs the service wants confirmed; null for none. The number may change from try to try. */
const askedCount = (error: unknown) =>
  error instanceof Problem && error.code === 'many_installs' ? error.count : null;

export function ForgetDialog({ kind, isPending, error, confirmed, onConfirm, onClose }: ForgetDialogProps) {
  const asked = askedCount(error);
  const count = asked ?? confirmed;
  if (count !== null) {
    const installs = `${formatCount(count)} installs`;
    return (
      <ConfirmDialog
        key="many"
        title={`Delete ${installs}?`}
        action={`Delete all ${installs}`}
        isPending={isPending}
        error={asked === null ? error : null}
        onConfirm={() => onConfirm(count)}
        onClose={onClose}
      >
        <p>
          {installs} carry this user id. Nobody has that many phones, so your app may give this id to everyone who isn’t
          signed in.
        </p>
        <p>Their events, matches and clicks are deleted, and the links they shared stop working.</p>
        <p>This can’t be undone.</p>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      key="one"
      title={`Delete this ${kind}?`}
      action={`Delete the ${kind}`}
      isPending={isPending}
      error={error}
      onConfirm={() => onConfirm(null)}
      onClose={onClose}
    >
      {kind === 'user' ? (
        <p>
          The user’s events and purchases are deleted. So is everything about each of their installs: events, match and
          clicks. Links they shared stop working.
        </p>
      ) : (
        <p>The install’s events, match and clicks are deleted. Links shared from it stop working.</p>
      )}
      <p>
        Clicks of the same kind of phone on the same network are cleared, too; some may be somebody else’s. Revenue and
        event counts go down; click counts stay. This can’t be undone.
      </p>
    </ConfirmDialog>
  );
}
