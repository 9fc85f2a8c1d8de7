/** Declares what `storeRows` needs, for rows of a table. */
export const storedRows = (table: 'clicks' | 'events' | 'opens') => `
      one ${table};
      stored ${table}[] := '{}'`;

/**
 * Inserts rows and has them, as they were stored, in the array `stored`. A CTE that writes could return them to a statement
 * that counts them, but Citus would send them to all servers for that, which takes longer than everything else.
 */
export const storeRows = (insert: string) => `
      FOR one IN ${insert} RETURNING * LOOP
        stored := stored || one;
      END LOOP`;
