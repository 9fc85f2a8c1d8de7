/** `de` of `de-AT` and of `de_at`. */
export function languageOf(tag: string): string {
  return (/^[a-z]+/i.exec(tag)?.[0] ?? tag).toLowerCase();
}

/** `AT` of `de-AT` and of `de_at`, `CN` of `zh-Hans-CN`; null where the tag names no region. */
export function regionOf(tag: string): string | null {
  return /^[a-z]+(?:[-_][a-z]{4})?[-_]([a-z]{2}|\d{3})(?![a-z\d])/i.exec(tag)?.[1]?.toUpperCase() ?? null;
}
