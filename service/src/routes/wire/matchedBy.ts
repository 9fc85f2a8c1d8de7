/** What decided a match, as the app and the owner see it. */
export const MATCHED_BY = { clickId: 'clickId', pastedLink: 'clipboard', fingerprint: 'fingerprint' } as const;
