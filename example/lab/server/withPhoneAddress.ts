import { readPhone } from './readPhone';

/** Makes the request come from the simulated phone's address. */
export function withPhoneAddress(request: Request): Request {
  const headers = new Headers(request.headers);
  const phone = readPhone(request);
  if (phone) headers.set('X-Forwarded-For', phone.address);
  else headers.delete('X-Forwarded-For');
  return new Request(request, { headers });
}
