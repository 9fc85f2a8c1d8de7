/** The endpoints of the service, below `/api/link/`. */
export const ENDPOINTS = ['match-link', 'resolve-short', 'create', 'events'] as const;

export type Endpoint = (typeof ENDPOINTS)[number];
