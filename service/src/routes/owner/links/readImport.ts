import type { ImportedLink } from '../../../operations/importLinks.ts';
import { readCsv, type CsvRow } from '../../../values/readCsv.ts';
import { withQuery } from '../../../values/isDestination.ts';
import { newLinkCode } from '../../../values/shortUrl.ts';
import { FILE_COLUMNS, linkFromWire, newLinkSchema, PLAIN_FIELDS } from '../../wire/link.ts';
import { readText } from '../../wire/readText.ts';
import { instantSchema } from '../../wire/schemas.ts';
import { headingOf, readCell } from '../reports/csv.ts';

export const MAX_IMPORT_ROWS = 10_000;

/** More cells than the largest allowed file has, in either format. */
const MAX_CELLS = 50 * MAX_IMPORT_ROWS;

/** This many rows take some milliseconds. Between two such parts of a file, the process does other work. */
const ROWS_AT_ONCE = 100;

/** Firebase's export has these, in this order: firebase.google.com/support/guides/export-dynamic-links */
const FIREBASE_COLUMNS = [
  ...['shortLink', 'link', 'apn', 'afl', 'amv', 'ibi', 'ifl', 'ius', 'ipfl', 'ipbi', 'isi', 'imv', 'efr', 'ofl'],
  ...['st', 'sd', 'si', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'],
  ...['at', 'ct', 'mt', 'pt', 'archived', 'name', 'createdAt'],
];

const UTM = FIREBASE_COLUMNS.filter((name) => name.startsWith('utm_'));

/** What our export writes, and the parameters of campaigns. short_url and updated_at may be there, but aren't read. */
const OWN_COLUMNS = ['code', 'short_url', ...FILE_COLUMNS.map(headingOf), ...UTM];

type Cells = (name: string) => string;

/** A row as a request would write the link, with the times that only an import can set. */
interface WrittenLink {
  link: unknown;
  createdAt: string;
  disabledAt: string;
}

/** The destination with the campaign parameters from columns of their own, unless it has them itself. */
function withUtm(destination: string, cell: Cells): string {
  const ownNames = new URLSearchParams(/\?([^#]*)/.exec(destination)?.[1]);
  const utm = UTM.filter((name) => cell(name) && !ownNames.has(name)).map((name): [string, string] => [
    name,
    cell(name),
  ]);
  return withQuery(destination, new URLSearchParams(utm).toString());
}

function writeOwn(cell: Cells): WrittenLink {
  const text = (name: string) => cell(name) || null;
  const link = {
    ...Object.fromEntries(
      PLAIN_FIELDS.filter((name) => cell(headingOf(name))).map((name) => [
        name,
        readText(newLinkSchema.shape[name], cell(headingOf(name))),
      ])
    ),
    code: cell('code') || newLinkCode(),
    destination: withUtm(cell('destination'), cell),
    fallbacks: { ios: text('ios_fallback'), android: text('android_fallback'), desktop: text('desktop_fallback') },
  };
  return { link, createdAt: cell('created_at'), disabledAt: cell('disabled_at') };
}

/** Skips the columns for which app opens and where it is in the stores: here, these are settings of the app. */
function writeFirebase(cell: Cells): WrittenLink {
  const text = (name: string) => cell(name) || null;
  const shortLink = cell('shortLink');
  const versions = ['amv', 'imv'].flatMap((name) => (cell(name) ? [[name, cell(name)]] : []));
  const link = {
    code: URL.canParse(shortLink) ? new URL(shortLink).pathname.replace(/^\/|\/$/g, '') : shortLink,
    destination: withUtm(cell('link'), cell),
    name: text('name'),
    title: text('st'),
    description: text('sd'),
    imageUrl: text('si'),
    data: versions.length > 0 ? (Object.fromEntries(versions) as unknown) : null,
    fallbacks: { ios: text('ifl'), android: text('afl'), desktop: text('ofl') },
  };
  const createdAt = Date.parse(cell('createdAt'));
  return { link, createdAt: createdAt >= 0 ? new Date(createdAt).toISOString() : '', disabledAt: '' };
}

/** Created once, because that takes longer than reading a row. */
const importedLinkSchema = newLinkSchema.required({ code: true });

type ImportRow =
  | { kind: 'read'; line: number; link: ImportedLink }
  | { kind: 'refused'; line: number; code: string; reason: string };

type Write = (cell: Cells) => WrittenLink;

function readRow({ line, cells }: CsvRow, columns: readonly string[], write: Write, now: Date): ImportRow {
  const cell = (name: string) => readCell(cells[columns.indexOf(name)] ?? '');
  const code = cell('code') || cell('shortLink');
  const refuse = (reason: string): ImportRow => ({ kind: 'refused', line, code, reason });
  if (cells.length !== columns.length) return refuse(`has ${cells.length} cells instead of ${columns.length}`);
  const written = write(cell);
  const read = importedLinkSchema.safeParse(written.link);
  if (!read.success)
    return refuse(read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '));
  const { code: wanted, destination, ...rest } = read.data;
  const times = [written.createdAt, written.disabledAt].map((text) => (text === '' ? null : text));
  if (times.some((text) => text !== null && !instantSchema.safeParse(text).success)) {
    return refuse('created_at and disabled_at must be times such as 2030-01-01T00:00:00Z');
  }
  const [createdAt, disabledAt] = times.map((text) => (text === null ? null : new Date(text)));
  const link: ImportedLink = {
    ...linkFromWire(rest, now),
    code: wanted,
    destination,
    createdAt: createdAt && createdAt < now ? createdAt : now,
    disabledAt: disabledAt ?? null,
  };
  return { kind: 'read', line, link };
}

export type ImportFile = { kind: 'rows'; rows: ImportRow[] } | { kind: 'unreadable'; reason: string };

/** Reads the rows of our own export or Firebase's, whichever it is. */
export async function readImport(csv: string, now: Date): Promise<ImportFile> {
  const unreadable = (reason: string): ImportFile => ({ kind: 'unreadable', reason });
  const file = readCsv(csv, MAX_CELLS);
  if (file.kind === 'unclosed') return unreadable(`has a quoted cell that begins in line ${file.line} and never ends`);
  if (file.kind === 'too-many-cells') return unreadable(`has more than ${MAX_CELLS} cells`);
  const [first, ...rest] = file.rows;
  if (!first) return unreadable('is empty');
  const headings = first.cells.map((cell) => cell.trim().toLowerCase());
  const isOwn = headings.includes('code') && headings.includes('destination');
  if (!isOwn && first.cells.length !== FIREBASE_COLUMNS.length) {
    return unreadable('must have the columns code and destination, or the 29 columns of Firebase’s export');
  }
  const strange = isOwn
    ? headings.filter((name, at) => !OWN_COLUMNS.includes(name) || headings.indexOf(name) < at)
    : [];
  if (strange.length > 0) return unreadable(`has columns that can’t be imported: ${strange.join(', ')}`);
  // Firebase's file may come without its headings.
  const rows = !isOwn && URL.canParse(first.cells[0] ?? '') ? file.rows : rest;
  if (rows.length > MAX_IMPORT_ROWS)
    return unreadable(`has ${rows.length} rows; at most ${MAX_IMPORT_ROWS} are allowed`);
  const [columns, write] = isOwn ? [headings, writeOwn] : [FIREBASE_COLUMNS, writeFirebase];
  const lineOf = new Map<string, number>();
  const readOne = (csvRow: CsvRow): ImportRow => {
    const row = readRow(csvRow, columns, write, now);
    if (row.kind === 'refused') return row;
    const { code } = row.link;
    const before = lineOf.get(code);
    if (before === undefined) lineOf.set(code, row.line);
    return before === undefined
      ? row
      : { kind: 'refused', line: row.line, code, reason: `has the same code as line ${before}` };
  };
  const read: ImportRow[] = [];
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    read.push(...rows.slice(start, start + ROWS_AT_ONCE).map(readOne));
  }
  return { kind: 'rows', rows: read };
}
