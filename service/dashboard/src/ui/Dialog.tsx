import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';

interface DialogProps {
  title: string;
  /** Whether it has something beside its form. */
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Open as long as it is rendered. The browser keeps the focus in it, and gives it back afterwards. */
export function Dialog({ title, isWide = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    // The browser returns the focus when a dialog is closed, but not when it is removed from the page. A layout effect
    // is cleaned up before the removal.
    return () => element.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-wide={isWide}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // A click on the backdrop has the dialog itself as its target.
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="dialog-body">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
