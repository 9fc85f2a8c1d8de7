import type { Phone } from './Phone';
import { reportOf } from './reportOf';
import type { StepResult } from './resultOf';

/** Leaves the result where a robot can read it: nobody can read the files of a release build. */
export async function sendResult(phone: Phone, results: readonly StepResult[]): Promise<void> {
  const report = await reportOf(phone, results, new Date());
  const steps = results.map(({ step: { id }, status, found }) => ({ id, status, found }));
  const response = await fetch(`${phone.labUrl}/lab/device-check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ report, steps }),
  });
  if (!response.ok) throw new Error(`the lab answered with ${response.status}`);
}
