import { Suspense, useState, type ReactNode } from 'react';

interface DialogButtonProps {
  /** What it says on it. */
  name: string;
  /** The dialog, which may be loaded when it is asked for. */
  children: (onClose: () => void) => ReactNode;
}

/** A small button that opens a dialog. */
export function DialogButton({ name, children }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button quiet small" onClick={() => setOpen(true)}>
        {name}
      </button>
      {isOpen && <Suspense fallback={null}>{children(() => setOpen(false))}</Suspense>}
    </>
  );
}
