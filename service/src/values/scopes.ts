/** What a secret key may do. */
export const SCOPES = ['read', 'links', 'events', 'all'] as const;

export type Scope = (typeof SCOPES)[number];

/** Everything that a key with a scope may do. */
export const INCLUDED: Readonly<Record<Scope, readonly Scope[]>> = {
  read: ['read'],
  links: ['read', 'links'],
  events: ['events'],
  all: SCOPES,
};

/** Whether a key with one scope may do what needs the other. */
export const includesScope = (scope: Scope, needed: Scope): boolean => INCLUDED[scope].includes(needed);
