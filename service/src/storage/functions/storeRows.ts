/** Declares what `storeRows` and `countStored` need, for rows of a table. */
export const storedRows = (table: 'clicks' | 'events' | 'installs' | 'opens') => `
      one ${table};
      stored ${table}[] := '{}';
      delta record`;

/**
 * Inserts rows, and puts them into the array `stored` as they are in the table. A CTE could insert them and count them in one
 * statement, but Citus would send them to all servers for that, which takes longer than all the rest.
 */
export const storeRows = (insert: string) => `
      FOR one IN ${insert} RETURNING * LOOP
        stored := stored || one;
      END LOOP`;
