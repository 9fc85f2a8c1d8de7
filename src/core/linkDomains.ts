/** Whether a host is one of `domains`. If they are not given, every host is. */
export function isOnDomains(host: string, domains: readonly string[] | undefined): boolean {
  return (
    !domains ||
    domains.some((entry) => {
      const domain = entry.toLowerCase();
      return domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain;
    })
  );
}
