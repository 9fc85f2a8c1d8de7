import type { ReactNode } from 'react';
import { Failure } from './Failure.tsx';
import { isAboutFields } from './problems.ts';

interface FormEndProps {
  error: unknown;
  /** Names of the fields that show their own problems. */
  fields: readonly string[];
  /** The buttons. */
  children: ReactNode;
}

/** The end of a form: a problem that no field shows, and the buttons. */
export function FormEnd({ error, fields, children }: FormEndProps) {
  return (
    <>
      {error && !isAboutFields(error, fields) ? <Failure error={error} /> : null}
      <div className="form-buttons">{children}</div>
    </>
  );
}
