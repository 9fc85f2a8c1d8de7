import type { FromPhone, PhoneReport } from './messages';
import { now } from './now';

/** Tells the lab's page what happens inside the phone, or happened a moment ago. */
export function report(content: PhoneReport, at = now()) {
  const message: FromPhone = { source: 'lab-phone', at, report: content };
  window.parent.postMessage(message, window.location.origin);
}
