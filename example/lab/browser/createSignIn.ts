import type { LabService } from '../service/createLabService';
import { SHOP_SECRET_KEY } from '../service/shopSecretKey';

const SESSION_PATH = '/api/session';

interface Session {
  key: string;
  app: { id: string } | null;
  /** What the service answered when somebody signed in. */
  body: string;
}

/**
 * Browsers drop the cookies that a service worker's answers set. So whoever signs in to the dashboard is remembered
 * here, by their key, and what the dashboard asks afterwards is asked with that key. Until somebody signs out, that is
 * the shop's own: the data is this browser's.
 */
export function createSignIn(service: LabService): LabService {
  let session: Session | null | undefined;

  const signIn: LabService = async (request, referrer, connection) => {
    const { key } = (await request.clone().json()) as { key: string };
    const response = await service(request, referrer, connection);
    if (response.ok) {
      const body = await response.clone().text();
      session = { key: key.trim(), app: (JSON.parse(body) as Pick<Session, 'app'>).app, body };
    }
    return response;
  };

  const asShop = (request: Request) =>
    new Request(request.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: SHOP_SECRET_KEY }),
    });

  const withKey = (request: Request): Request => {
    if (!session || request.headers.has('authorization')) return request;
    const headers = new Headers(request.headers);
    headers.set('authorization', `Bearer ${session.key}`);
    const app = headers.get('x-app-id') ?? new URL(request.url).searchParams.get('app') ?? session.app?.id;
    if (app !== undefined) headers.set('x-app-id', app);
    return new Request(request, { headers });
  };

  return async (request, referrer, connection) => {
    if (new URL(request.url).pathname !== SESSION_PATH) return service(withKey(request), referrer, connection);
    if (request.method === 'POST') return signIn(request, referrer, connection);
    if (request.method === 'DELETE') {
      session = null;
      return new Response(null, { status: 204 });
    }
    if (session === undefined) await signIn(asShop(request), referrer, connection);
    if (!session) return service(request, referrer, connection);
    return new Response(session.body, { headers: { 'content-type': 'application/json' } });
  };
}
