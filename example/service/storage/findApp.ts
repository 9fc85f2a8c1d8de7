import { eq } from 'drizzle-orm';
import type { Queries } from './Database';
import { appsTable, type App } from './tables';

export async function findApp(queries: Queries, id: string): Promise<App | null> {
  const [app] = await queries.select().from(appsTable).where(eq(appsTable.id, id));
  return app ?? null;
}
