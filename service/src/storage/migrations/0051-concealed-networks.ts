import type { Migration } from './Migration.ts';

/**
 * Networks and looks are kept as keyed hashes. What was stored before stays readable until it is cleared: a claim and
 * the end of the window clear it as they clear the rest.
 */
export const concealedNetworks: Migration = {
  name: '0051-concealed-networks',
  statements: [
    `CREATE TABLE network_keys (starts_at timestamptz(3) PRIMARY KEY, key text NOT NULL)`,
    `ALTER TABLE clicks ADD COLUMN wide_network text, ADD COLUMN look text`,
    `ALTER TABLE match_attempts ADD COLUMN wide_network text`,
    `CREATE TRIGGER conceal_click BEFORE INSERT OR UPDATE OF reported_at ON clicks
      FOR EACH ROW EXECUTE FUNCTION conceal_click()`,
    `CREATE TRIGGER conceal_attempt BEFORE INSERT ON match_attempts
      FOR EACH ROW EXECUTE FUNCTION conceal_attempt()`,
  ],
};
