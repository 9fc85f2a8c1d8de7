/** One attempt to deliver. */
export interface WebhookRequest {
  /** The app, whose names are looked up a few at a time. */
  appId: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

export type SendOutcome =
  | { kind: 'answered'; status: number; retryAfter: string | null; text: string }
  /** No answer, or no request: the reason is for the owner of the endpoint. */
  | { kind: 'failed'; reason: string };

/** Sends a request to a public address, or to one that the operator allows, and follows no redirect. */
export type SendWebhook = (request: WebhookRequest, signal: AbortSignal) => Promise<SendOutcome>;
