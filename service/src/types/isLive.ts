/** Whether a link leads anywhere now: it was not disabled, and its time has not run out. */
export function isLive(link: { disabledAt: Date | null; expiresAt: Date | null }, now: number): boolean {
  return link.disabledAt === null && (link.expiresAt === null || link.expiresAt.getTime() > now);
}
