import type { Queries } from './Database';
import { hashKey } from './hashKey';
import { appsTable, type App } from './tables';

type NewApp = Omit<App, 'publishableKeyHash' | 'secretKeyHash'> & {
  publishableKey: string;
  secretKey: string;
};

export async function addApp(queries: Queries, { publishableKey, secretKey, ...app }: NewApp): Promise<void> {
  await queries.insert(appsTable).values({
    ...app,
    publishableKeyHash: hashKey(publishableKey),
    secretKeyHash: hashKey(secretKey),
  });
}
