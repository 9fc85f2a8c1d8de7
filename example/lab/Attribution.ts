/** What the lab's server tells the page about an event. */
export type Attribution = { kind: 'none' } | { kind: 'link'; shortUrl: string; createdBy: string | null };
