import type { Migration } from './Migration.ts';

export const people: Migration = {
  name: '0040-people',
  indexes: [
    // The installs of a user, one after the other, and when each was seen last.
    {
      name: 'events_of_person',
      definition: 'INDEX % ON events (app_id, user_id, device_id, occurred_at) WHERE user_id IS NOT NULL',
    },
  ],
};
