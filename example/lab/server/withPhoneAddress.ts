import { readPhone } from './readPhone';

/** Makes the request come from where the simulated phone is. */
export function withPhoneAddress(request: Request): Request {
  const headers = new Headers(request.headers);
  const phone = readPhone(request);
  if (phone) headers.set('X-Forwarded-For', phone.address);
  else headers.delete('X-Forwarded-For');
  return new Request(request, { headers });
}
