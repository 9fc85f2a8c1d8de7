/** How much of each an app may have, unless `apps set` says otherwise. More than any honest app needs. */
export const DEFAULT_QUOTAS = {
  /** What the team creates, and what it deleted while it can still be restored. */
  links: 1_000_000,
  /** The same for what users share from the app: anybody with its publishable key may share. */
  sharedLinks: 5_000_000,
  /** Shared views. */
  shares: 1_000,
  /** Every event is delivered to each endpoint. */
  webhooks: 20,
  /** Keys that weren't revoked. */
  keys: 100,
  iconBytes: 32 * 1024,
};

export type Quota = keyof typeof DEFAULT_QUOTAS;

export const QUOTAS = Object.keys(DEFAULT_QUOTAS) as Quota[];

/** Only the quotas that differ from the defaults. */
export type Quotas = Partial<Record<Quota, number | undefined>>;

/** What each counts, for messages and the reference. */
export const QUOTA_NAMES: Readonly<Record<Quota, string>> = {
  links: 'links, including those that can still be restored',
  sharedLinks: 'links that its users shared, including those that can still be restored',
  shares: 'shared views',
  webhooks: 'webhook endpoints',
  keys: 'valid keys',
  iconBytes: 'bytes of icons',
};

/** An app would have more than it may. Nothing was changed. */
export class QuotaReached extends Error {
  override readonly name = 'QuotaReached';
  constructor(appId: string, quota: Quota, quotas: Quotas) {
    const limit = quotas[quota] ?? DEFAULT_QUOTAS[quota];
    const raised = Object.entries({ ...quotas, [quota]: Math.max(1, limit * 2) });
    const options = raised.map(([name, value]) => `--quota ${name}=${value}`).join(' ');
    super(
      `This app may have at most ${limit.toLocaleString('en')} ${QUOTA_NAMES[quota]}. Whoever runs the service can raise that: apps set ${appId} ${options}`
    );
  }
}
