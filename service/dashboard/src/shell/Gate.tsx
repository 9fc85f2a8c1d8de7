import { useQuery } from '@tanstack/react-query';
import { Redirect, useLocation } from 'wouter';
import { sessionQuery } from '../session/requests.ts';
import { SignInPage } from '../session/SignInPage.tsx';
import { Failure } from '../ui/Failure.tsx';
import { Loading } from '../ui/Loading.tsx';
import { useAddress } from '../ui/useAddress.ts';
import { SignedIn } from './SignedIn.tsx';

const SIGN_IN = '/sign-in';

/** Only paths of this page: whoever made the address may have meant another place. */
function readNext(next: string | null): string {
  return next?.startsWith('/') && !next.startsWith(SIGN_IN) ? next : '/';
}

/** Shows the pages to whoever is signed in; leads everybody else to the sign-in and, after it, back. */
export function Gate() {
  const [path] = useLocation();
  const { params } = useAddress();
  const { data: session, error, refetch } = useQuery(sessionQuery);

  if (session === undefined) {
    return (
      <main className="alone">
        {error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading what="the dashboard" />}
      </main>
    );
  }
  if (session === null) {
    if (path === SIGN_IN) return <SignInPage />;
    const here = params.size === 0 ? path : `${path}?${params.toString()}`;
    return <Redirect to={`${SIGN_IN}?next=${encodeURIComponent(here)}`} replace />;
  }
  if (path === SIGN_IN) return <Redirect to={readNext(params.get('next'))} replace />;
  return <SignedIn session={session} />;
}
