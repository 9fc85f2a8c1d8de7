import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Redirect, useLocation } from 'wouter';
import { sessionQuery } from '../session/requests.ts';
import { Failure } from '../ui/Failure.tsx';
import { Loading } from '../ui/Loading.tsx';
import { useAddress } from '../ui/useAddress.ts';
import { SignedIn } from './SignedIn.tsx';

const SIGN_IN = '/sign-in';
/** Needs a token in the address, but no session. */
const SHARED = '/shared';

const SignInPage = lazy(async () => ({ default: (await import('../session/SignInPage.tsx')).SignInPage }));
const SharedPage = lazy(async () => ({ default: (await import('../shared/SharedPage.tsx')).SharedPage }));

/** Only paths of the dashboard: a forged address may lead elsewhere. */
function readNext(next: string | null): string {
  return next?.startsWith('/') && !next.startsWith(SIGN_IN) ? next : '/';
}

/** Shows the pages to whoever is signed in; sends everybody else to the sign-in and back. */
function SignInGate({ path }: { path: string }) {
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

/** A shared view opens for everybody who has its address. */
export function Gate() {
  const [path] = useLocation();
  return (
    <Suspense fallback={<Loading what="the page" />}>
      {path === SHARED ? <SharedPage /> : <SignInGate path={path} />}
    </Suspense>
  );
}
