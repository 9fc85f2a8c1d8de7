import { createGate } from '../flow/createGate.ts';
import type { NoteKeyUse } from './createKeyUses.ts';
import type { Queries } from '../storage/base/Database.ts';
import { findSecretKey } from '../storage/company/keys.ts';
import { addSession, deleteSessions, findSessions } from '../storage/company/sessions.ts';
import type { App, Key } from '../storage/schema/tables.ts';
import { hashText } from '../values/hashText.ts';
import type { Scope } from '../values/scopes.ts';
import { randomText } from '../values/newSecret.ts';

/** A working day, so a forgotten browser doesn't stay signed in overnight. */
export const SESSION_SECONDS = 12 * 60 * 60;

/** Longer than an examination takes. */
const PROBE_SECONDS = 30;

/** Takes the place of an admin token's hash. It is no hash, so no session of an admin has the same proof. */
const PROBE = 'probe';

/** 256 bits. */
const TOKEN_BYTES = 32;

/** The shape of a token; other strings are not looked up. */
const TOKEN = /^[\w-]{43}$/;

/** A browser sends one, or two if another site has planted one. Nobody sends more by accident. */
const MAX_TOKENS = 4;

/** Somebody who is signed in: to the whole administration, or to one app. */
export type OpenSession = { scope: Scope; expiresAt: Date } & (
  | { role: 'admin' }
  | { role: 'owner'; app: App; key: Key }
);

export type SignInOutcome = { kind: 'signed-in'; token: string; session: OpenSession } | { kind: 'refused' };

interface SessionsOptions {
  queries: Queries;
  clock: () => number;
  adminTokenHashes: readonly string[];
  noteKeyUse: NoteKeyUse;
  /** How many sessions are looked up at a time: see createGate. */
  connections: number;
}

/** The token is part of the hash, so nobody with a stolen table can find a short admin token by trying many. */
const proofOf = (token: string, adminTokenHash: string) => hashText(`${token} ${adminTokenHash}`);

/** The first `most` different strings that look like tokens, by their hashes. */
async function hashTokens(tokens: readonly string[], most = MAX_TOKENS): Promise<Map<string, string>> {
  const likely = [...new Set(tokens.filter((token) => TOKEN.test(token)))].slice(0, most);
  return new Map(await Promise.all(likely.map(async (token) => [await hashText(token), token] as const)));
}

/** Nothing is cached here, so a session that ends on one instance ends on all of them right away. */
export function createSessions({ queries, clock, adminTokenHashes, connections, noteKeyUse }: SessionsOptions) {
  const gate = createGate(connections);

  async function open(seconds: number, by: { keyId: string } | { adminTokenHash: string }) {
    const token = randomText(TOKEN_BYTES);
    const now = clock();
    const expiresAt = new Date(now + seconds * 1000);
    await addSession(queries, {
      hash: await hashText(token),
      keyId: 'keyId' in by ? by.keyId : null,
      adminProof: 'keyId' in by ? null : await proofOf(token, by.adminTokenHash),
      createdAt: new Date(now),
      expiresAt,
    });
    return { token, expiresAt };
  }

  async function signIn(key: string): Promise<SignInOutcome> {
    const keyHash = await hashText(key);
    if (adminTokenHashes.includes(keyHash)) {
      const { token, expiresAt } = await open(SESSION_SECONDS, { adminTokenHash: keyHash });
      return { kind: 'signed-in', token, session: { role: 'admin', scope: 'all', expiresAt } };
    }
    const found = await findSecretKey(queries, keyHash);
    if (!found?.key.scope) return { kind: 'refused' };
    noteKeyUse(found.key.id);
    const { token, expiresAt } = await open(SESSION_SECONDS, { keyId: found.key.id });
    return { kind: 'signed-in', token, session: { role: 'owner', scope: found.key.scope, ...found, expiresAt } };
  }

  async function find(tokensByHash: ReadonlyMap<string, string>): Promise<OpenSession | null> {
    for (const { session, owner } of await findSessions(queries, [...tokensByHash.keys()], new Date(clock()))) {
      const { expiresAt, adminProof } = session;
      if (owner?.key.scope) return { role: 'owner', scope: owner.key.scope, ...owner, expiresAt };
      const token = tokensByHash.get(session.hash) ?? '';
      const proofs = await Promise.all(adminTokenHashes.map((hash) => proofOf(token, hash)));
      if (adminProof !== null && proofs.includes(adminProof)) return { role: 'admin', scope: 'all', expiresAt };
    }
    return null;
  }

  return {
    /** `key` is an admin token or an app's secret key. */
    signIn: (key: string) => gate(() => signIn(key)),
    /** The newest session of these tokens that still counts, or null. */
    find: async (tokens: readonly string[]) => {
      const byHash = await hashTokens(tokens);
      return byHash.size === 0 ? null : gate(() => find(byHash));
    },
    /** Opens only `/api/whoami`, and for seconds: it is sent to whatever answers on a host that is examined. */
    openProbe: async () => (await gate(() => open(PROBE_SECONDS, { adminTokenHash: PROBE }))).token,
    isProbe: async (token: string) => {
      const [hash] = (await hashTokens([token])).keys();
      if (hash === undefined) return false;
      const [found] = await gate(() => findSessions(queries, [hash], new Date(clock())));
      return found?.session.adminProof === (await proofOf(token, PROBE));
    },
    /** Ends these sessions on every instance. */
    signOut: async (tokens: readonly string[]) => {
      // All of them, so planted tokens can't save the real one. A request has room for a few hundred.
      const hashes = [...(await hashTokens(tokens, Infinity)).keys()];
      if (hashes.length > 0) await gate(() => deleteSessions(queries, hashes));
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;
