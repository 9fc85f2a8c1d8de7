import { useState } from 'react';
import { Problem } from '../api/Problem.ts';
import { useSignIn } from './requests.ts';
import { Form } from '../ui/Form.tsx';
import { Logo } from '../ui/Logo.tsx';
import { TextField } from '../ui/TextField.tsx';
import { describeProblem } from '../ui/problems.ts';
import { formatDuration } from '../../../src/values/durations.ts';

function describe(error: unknown, key: string | undefined): string | null {
  if (!error) return null;
  if (error instanceof Problem && error.status === 401) {
    return key?.startsWith('pk_')
      ? 'A publishable key (pk_…) is for the app. Sign in with a secret key (sk_…) or the admin token.'
      : 'This is neither the admin token nor a valid secret key.';
  }
  if (error instanceof Problem && error.status === 429) {
    const seconds = error.retryAfterSeconds;
    return `Too many attempts from your network. Try again ${seconds === null ? 'in a minute' : `in ${formatDuration(seconds * 1_000)}`}.`;
  }
  return describeProblem(error);
}

export function SignInPage() {
  const [key, setKey] = useState('');
  const signIn = useSignIn();

  return (
    <main className="alone">
      <title>Sign in · Deferred Link</title>
      <Form className="panel sign-in" error={signIn.error} onSubmit={() => signIn.mutate(key.trim())}>
        <div className="sign-in-head">
          <Logo />
          <h1 id="page-title">Sign in to Deferred Link</h1>
        </div>
        <TextField
          label="Admin token or secret key"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
          value={key}
          onChange={setKey}
          problem={describe(signIn.error, signIn.variables)}
        />
        <button type="submit" className="button" disabled={signIn.isPending}>
          {signIn.isPending ? 'Signing in…' : 'Sign in'}
        </button>
        <div className="sign-in-help">
          <h2>Where to find it</h2>
          <p>
            The <strong>admin token</strong> opens all apps. The service printed it at its first start; if{' '}
            <code>ADMIN_TOKEN</code> is set, use its value.
          </p>
          <p>
            A <strong>secret key</strong> (<code>sk_…</code>) opens its app. It was shown when the app was added. To
            create another one, run this command of the service:
          </p>
          <pre>
            <code>keys add --app my-app --kind secret</code>
          </pre>
        </div>
      </Form>
    </main>
  );
}
