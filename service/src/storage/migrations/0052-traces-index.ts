import type { Migration } from './Migration.ts';

export const tracesIndex: Migration = {
  name: '0052-traces-index',
  // What has to be cleared when the window is over, so that no run looks at all the others.
  indexes: [
    {
      name: 'clicks_with_traces',
      definition:
        'INDEX % ON clicks (created_at) WHERE network IS NOT NULL OR user_agent IS NOT NULL OR look IS NOT NULL',
    },
    {
      name: 'match_attempts_with_traces',
      definition: 'INDEX % ON match_attempts (attempted_at) WHERE network IS NOT NULL',
    },
  ],
};
