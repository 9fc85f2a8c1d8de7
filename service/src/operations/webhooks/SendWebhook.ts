/** One attempt to deliver. */
export interface WebhookRequest {
  /** Names are looked up only a few at a time for each app. */
  appId: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

export type SendOutcome =
  | { kind: 'answered'; status: number; retryAfter: string | null; text: string }
  /** No answer came, or no request was sent. The endpoint's owner sees the reason. */
  | { kind: 'failed'; reason: string };

/** Sends a request to a public address, or to one that the operator allows, and follows no redirect. */
export type SendWebhook = (request: WebhookRequest, signal: AbortSignal) => Promise<SendOutcome>;
