/** Whether a link leads anywhere now: it is neither disabled nor expired. */
export function isLive(link: { disabledAt: Date | null; expiresAt: Date | null }, now: number): boolean {
  return link.disabledAt === null && (link.expiresAt === null || link.expiresAt.getTime() > now);
}
