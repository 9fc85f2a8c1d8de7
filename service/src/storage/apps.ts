import { eq } from 'drizzle-orm';
import type { Queries } from './Database.ts';
import { hashKey } from './hashKey.ts';
import { appsTable, type App } from './tables.ts';

interface NewApp extends Omit<App, 'publishableKeyHash' | 'secretKeyHash'> {
  publishableKey: string;
  secretKey: string;
}

export async function addApp(queries: Queries, { publishableKey, secretKey, ...app }: NewApp): Promise<void> {
  await queries.insert(appsTable).values({
    ...app,
    publishableKeyHash: await hashKey(publishableKey),
    secretKeyHash: await hashKey(secretKey),
  });
}

export async function findApp(queries: Queries, id: string): Promise<App | null> {
  const [app] = await queries.select().from(appsTable).where(eq(appsTable.id, id));
  return app ?? null;
}

export async function renameApp(queries: Queries, id: string, name: string): Promise<void> {
  await queries.update(appsTable).set({ name }).where(eq(appsTable.id, id));
}
