import type { ReactNode } from 'react';
import { Failure } from './Failure.tsx';
import { isAboutFields } from './problems.ts';

interface FormEndProps {
  error: unknown;
  /** Those that show what is wrong with them. */
  fields: readonly string[];
  /** The buttons. */
  children: ReactNode;
}

/** The end of a form: what is wrong that no field shows, and the buttons. */
export function FormEnd({ error, fields, children }: FormEndProps) {
  return (
    <>
      {error && !isAboutFields(error, fields) ? <Failure error={error} /> : null}
      <div className="form-buttons">{children}</div>
    </>
  );
}
