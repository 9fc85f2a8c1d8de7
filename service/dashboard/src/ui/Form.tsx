import { useEffect, useRef, type ReactNode } from 'react';

interface FormProps {
  onSubmit: () => void;
  /** The error of the last try. A new one moves the focus to the first field that is wrong. */
  error: unknown;
  className?: string;
  children: ReactNode;
}

export function Form({ onSubmit, error, className = 'form', children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);

  return (
    <form
      ref={form}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
