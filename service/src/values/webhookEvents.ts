/** The events that an endpoint can subscribe to. */
export const WEBHOOK_EVENTS = [
  'install.matched',
  'install.unmatched',
  'link.opened',
  'event.recorded',
  'link.changed',
  'week.ended',
  'installs.fell',
] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The format of a body: Standard Webhooks, or that of Slack's incoming webhooks. */
export const WEBHOOK_FORMATS = ['standard', 'slack'] as const;
