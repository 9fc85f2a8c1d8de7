import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { Pool } from 'pg';

// Every endpoint is compared with this handler, which makes one query that does nothing.

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = new Hono();
app.get('/', async (c) => {
  const { rows } = await pool.query('SELECT 1 AS one');
  return c.json(rows[0]);
});
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
  console.log(`Service at http://127.0.0.1:${port}`);
});
