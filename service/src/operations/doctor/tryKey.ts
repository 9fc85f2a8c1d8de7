import { ANSWER_WITHIN_MS, originOf, reasonOf } from './askHost.ts';
import { bad, good, type Finding } from './Finding.ts';

/** Asks a host with the key, as the app would. */
export async function tryKey(appId: string, host: string, key: string): Promise<Finding> {
  const origin = originOf(host);
  try {
    const response = await fetch(`${origin}/api/link/resolve-short`, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      headers: { authorization: `Bearer ${key}`, 'x-app-id': appId, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${origin}/doctor` }),
    });
    return response.status === 200 || response.status === 404
      ? good('the key works')
      : bad(`the key is refused (${response.status})`, 'It may belong to another app or be revoked: see keys list.');
  } catch (error) {
    return bad(`the key can’t be tried: ${reasonOf(error)}`, `Is the service reachable at ${origin}?`);
  }
}
