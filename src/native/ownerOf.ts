/** What has `member`: the package's default export, or the module itself. Versions and mocks differ in that. */
export function ownerOf<T extends object>(module: unknown, member: keyof T): T {
  const { default: inner } = Object(module) as { default?: T | null };
  return inner?.[member] == null ? (module as T) : inner;
}
