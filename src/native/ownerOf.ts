/**
 * What has the member that is asked for: the package's default export, or the module itself. The packages and
 * their mocks differ in that, also from one version to the next.
 */
export function ownerOf<T extends object>(module: unknown, member: keyof T): T {
  const { default: inner } = Object(module) as { default?: T | null };
  return inner?.[member] == null ? (module as T) : inner;
}
