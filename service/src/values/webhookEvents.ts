/** What an endpoint can ask for. */
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

/** How a body is written: by Standard Webhooks, or as Slack's incoming webhooks want it. */
export const WEBHOOK_FORMATS = ['standard', 'slack'] as const;
