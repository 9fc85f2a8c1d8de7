/** `Asia/Calcutta` and `Asia/Kolkata` are one place, and browsers and phones differ in the name. */
export function canonicalTimezone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return name;
  }
}
