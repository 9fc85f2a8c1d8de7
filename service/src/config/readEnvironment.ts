import { DEFAULT_PORT, type StartOptions } from '../server/startService.ts';

const HIGHEST_PORT = 65_535;

export type EnvironmentOutcome = { kind: 'read'; options: StartOptions } | { kind: 'invalid'; reason: string };

/** A variable that is empty counts as not set. */
export function readEnvironment(environment: NodeJS.ProcessEnv): EnvironmentOutcome {
  const { PORT, DATABASE_URL, DATA_FOLDER, PUBLIC_URL, STORE_URL, TRUST_PROXY, DEMO } = environment;
  const port = PORT ? Number(PORT) : DEFAULT_PORT;
  if (!Number.isInteger(port) || port < 0 || port > HIGHEST_PORT) {
    return { kind: 'invalid', reason: `PORT is ${PORT}; it must be a number up to ${HIGHEST_PORT}.` };
  }
  if (PUBLIC_URL && !URL.canParse(PUBLIC_URL)) {
    return { kind: 'invalid', reason: `PUBLIC_URL is ${PUBLIC_URL}; it must be a full address.` };
  }
  return {
    kind: 'read',
    options: {
      port,
      database: {
        url: DATABASE_URL || undefined,
        folder: DATA_FOLDER || undefined,
        demo: DEMO !== '0',
      },
      publicUrl: PUBLIC_URL || undefined,
      storeUrl: STORE_URL || undefined,
      trustProxy: TRUST_PROXY === '1',
    },
  };
}
