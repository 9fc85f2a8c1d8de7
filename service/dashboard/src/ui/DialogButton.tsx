import { Suspense, useState, type ReactNode } from 'react';

interface DialogButtonProps {
  name: string;
  /** The dialog, which may be lazy. */
  children: (onClose: () => void) => ReactNode;
}

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
