import type { WEBHOOK_FORMATS, WebhookEvent } from '../../values/webhookEvents.ts';
import { tableOf } from './tableOf.ts';

// What the people who run an app did, and what was deleted and can come back.

/** What a change can be about. */
export const CHANGED = ['link', 'app', 'key', 'webhook', 'share', 'person'] as const;

/** Values of what was changed, by their names. */
export type Fields = Record<string, unknown>;

/** Why nothing is sent to an endpoint: its owner said so, it failed for days, fell behind, or answered 410 (gone). */
export const PAUSES = ['owner', 'failing', 'behind', 'gone'] as const;

export const changesTable = tableOf('changes', {} as { what: (typeof CHANGED)[number] });
export const secretsTable = tableOf('secrets');
export const webhooksTable = tableOf(
  'webhooks',
  {} as {
    events: WebhookEvent[];
    format: (typeof WEBHOOK_FORMATS)[number];
    pausedBecause: (typeof PAUSES)[number];
  }
);
export const factsTable = tableOf('webhook_facts');
export const deliveriesTable = tableOf('webhook_deliveries');
export const sharedViewsTable = tableOf('shares');

export type SharedView = typeof sharedViewsTable.$inferSelect;
export type Webhook = typeof webhooksTable.$inferSelect;
export type Fact = typeof factsTable.$inferSelect;
/** A delivery with what it is about. */
export type Delivery = typeof deliveriesTable.$inferSelect & Pick<Fact, 'type' | 'data'>;
export type RecordedChange = typeof changesTable.$inferSelect;
