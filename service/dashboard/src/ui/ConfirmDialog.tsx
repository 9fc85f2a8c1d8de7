import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';
import { Failure } from './Failure.tsx';

interface ConfirmDialogProps {
  title: string;
  /** On the button that confirms. */
  action: string;
  isPending: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function ConfirmDialog({ title, action, isPending, error, onConfirm, onClose, children }: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="dialog-text">{children}</div>
      {error ? <Failure error={error} /> : null}
      <div className="dialog-buttons">
        <button type="button" className="button quiet" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="button destructive" disabled={isPending} onClick={onConfirm}>
          {action}
        </button>
      </div>
    </Dialog>
  );
}
