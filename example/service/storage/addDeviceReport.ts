import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queries } from './Database';
import { clicksTable, type Click } from './tables';

type DeviceReport = Pick<Click, 'screenWidth' | 'screenHeight' | 'scale' | 'timezone'>;

/** Once per click, and only what isn't known yet: whoever learns the id later can't rewrite it. */
export async function addDeviceReport(
  queries: Queries,
  clickId: string,
  report: DeviceReport,
  now: Date
): Promise<'added' | 'refused'> {
  const updated = await queries
    .update(clicksTable)
    .set({
      screenWidth: sql`coalesce(${clicksTable.screenWidth}, ${report.screenWidth})`,
      screenHeight: sql`coalesce(${clicksTable.screenHeight}, ${report.screenHeight})`,
      scale: sql`coalesce(${clicksTable.scale}, ${report.scale})`,
      timezone: sql`coalesce(${clicksTable.timezone}, ${report.timezone})`,
      reportedAt: now,
    })
    .where(and(eq(clicksTable.id, clickId), isNull(clicksTable.reportedAt)))
    .returning({ id: clicksTable.id });
  return updated.length > 0 ? 'added' : 'refused';
}
