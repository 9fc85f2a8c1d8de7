import { readFile } from 'node:fs/promises';
import type { Settings } from '../config/readEnvironment.ts';
import { connect } from './connect.ts';
import type { ImportReportWire } from '../routes/owner/links/import.ts';
import { printTable, UsageError } from './output.ts';
import { required, type Values } from './values.ts';

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--data is not JSON. An example: --data '{"invitedBy":"ana"}'`);
  }
}

const text = { type: 'string' } as const;

/** The options of `links add`, each of which sets a field of the link. */
export const linkOptions = {
  to: text,
  code: text,
  title: text,
  description: text,
  image: text,
  data: text,
  expires: text,
  landing: text,
  'ios-fallback': text,
  'android-fallback': text,
  'desktop-fallback': text,
};

export async function addLink(settings: Settings, values: Values): Promise<void> {
  const app = required(values, 'app');
  const { code, title, description, image, data, expires } = values;
  const body = {
    destination: required(values, 'to'),
    code,
    title,
    description,
    imageUrl: image,
    data: typeof data === 'string' ? readJson(data) : undefined,
    expiresAt: expires,
    landing: values.landing,
    fallbacks: {
      ios: values['ios-fallback'],
      android: values['android-fallback'],
      desktop: values['desktop-fallback'],
    },
  };
  const administration = await connect(settings);
  try {
    const link = (await administration.call('/api/links', { method: 'POST', body, app })) as { shortUrl: string };
    console.log(link.shortUrl);
  } finally {
    await administration.close();
  }
}

const OUTCOMES = {
  new: 'created',
  same: 'there already',
  kept: 'there already with other values, left as it is',
  refused: 'refused',
} as const;

/** Prints what became of each row that is not simply created, and how many of each kind there are. */
export async function importLinks(settings: Settings, values: Values, [name = '']: readonly string[]): Promise<void> {
  const app = required(values, 'app');
  const isDry = values['dry-run'] !== undefined;
  const csv = await readFile(name, 'utf8').catch(() => {
    throw new UsageError(`${name} can’t be read.`);
  });
  const administration = await connect(settings);
  try {
    const body = { csv, dryRun: isDry };
    const report = await administration.call('/api/links/import', { method: 'POST', body, app });
    const { rows } = report as ImportReportWire;
    const told = rows.filter(({ outcome }) => outcome === 'kept' || outcome === 'refused');
    if (told.length > 0) {
      const cells = told.map(({ line, code, outcome, reason }) => [String(line), code, reason ?? OUTCOMES[outcome]]);
      printTable(['LINE', 'CODE', ''], cells);
    }
    for (const [outcome, what] of Object.entries(OUTCOMES)) {
      const count = rows.filter((row) => row.outcome === outcome).length;
      if (count > 0) console.log(`${count} ${what}`);
    }
    if (isDry) console.log('A dry run: nothing was stored.');
    if (rows.some(({ outcome }) => outcome === 'refused')) process.exitCode = 1;
  } finally {
    await administration.close();
  }
}
