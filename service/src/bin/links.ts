import { readFile } from 'node:fs/promises';
import type { Settings } from '../config/readEnvironment.ts';
import { callOnce } from './connect.ts';
import type { ImportReportWire } from '../routes/owner/links/import.ts';
import { printTable, UsageError } from './output.ts';
import { newLinkSchema, type LinkWire } from '../routes/wire/link.ts';
import { readText } from '../routes/wire/readText.ts';
import { exampleFields, showOption } from './usage.ts';
import { optionName, required, type Values } from './values.ts';

const SHORT_NAMES: Readonly<Record<string, string>> = { destination: 'to', imageUrl: 'image', expiresAt: 'expires' };

const optionOf = (field: string) => SHORT_NAMES[field] ?? optionName(field);

type Field = keyof typeof newLinkSchema.shape;

/** The fields of a new link that one option sets. Each fallback has an option of its own. */
const fieldNames = (Object.keys(newLinkSchema.shape) as Field[]).filter((name) => name !== 'fallbacks');

const FALLBACKS = { ios: 'ios-fallback', android: 'android-fallback', desktop: 'desktop-fallback' };

export const linkOptions: Record<string, { type: 'string' }> = Object.fromEntries(
  [...fieldNames.map(optionOf), ...Object.values(FALLBACKS)].map((name) => [name, { type: 'string' }])
);

/** The options as the help shows them, without the destination, which every link has. */
export function linkUsage(): string[] {
  const examples = exampleFields(newLinkSchema);
  const ofFields = fieldNames
    .filter((name) => name !== 'destination')
    .map((name) => showOption(optionOf(name), examples.get(name) ?? '', false));
  return [...ofFields, ...Object.values(FALLBACKS).map((option) => showOption(option, 'URL', false))];
}

export async function addLink(settings: Settings, values: Values): Promise<void> {
  const app = required(values, 'app');
  const fields = fieldNames.flatMap((name) => {
    const value = values[optionOf(name)];
    return typeof value === 'string' ? [[name, readText(newLinkSchema.shape[name], value)] as const] : [];
  });
  const body = {
    ...Object.fromEntries(fields),
    destination: required(values, 'to'),
    fallbacks: Object.fromEntries(Object.entries(FALLBACKS).map(([system, option]) => [system, values[option]])),
  };
  const link = await callOnce<LinkWire>(settings, '/api/links', { method: 'POST', body, app });
  console.log(link.shortUrl);
}

const OUTCOMES = {
  new: 'created',
  same: 'already there',
  different: 'already there with other values, left unchanged',
  refused: 'refused',
} as const;

/** Prints what became of each row that is not simply created, and how many of each kind there are. */
export async function importLinks(settings: Settings, values: Values, [name = '']: readonly string[]): Promise<void> {
  const app = required(values, 'app');
  const isDry = values['dry-run'] !== undefined;
  const csv = await readFile(name, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${name} can’t be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  const body = { csv, dryRun: isDry };
  const { rows } = await callOnce<ImportReportWire>(settings, '/api/links/import', { method: 'POST', body, app });
  const told = rows.filter(({ outcome }) => outcome === 'different' || outcome === 'refused');
  if (told.length > 0) {
    const cells = told.map(({ line, code, outcome, reason }) => [String(line), code, reason ?? OUTCOMES[outcome]]);
    printTable(['LINE', 'CODE', ''], cells);
  }
  for (const [outcome, what] of Object.entries(OUTCOMES)) {
    const count = rows.filter((row) => row.outcome === outcome).length;
    if (count > 0) console.log(`${count} ${isDry && outcome === 'new' ? 'would be created' : what}`);
  }
  if (isDry) console.log('A dry run: nothing was stored.');
  if (rows.some(({ outcome }) => outcome === 'refused')) process.exitCode = 1;
}
