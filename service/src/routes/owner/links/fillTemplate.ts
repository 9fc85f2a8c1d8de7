/** Stands for each name in a template. */
const PLACE = '{name}';

/** The code for a name: `Ana López` becomes ana-lopez. Empty if nothing of the name fits into a code. */
function codeOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** Fields that hold addresses, in which a name is escaped. */
const ADDRESSES = ['destination', 'imageUrl', 'fallbacks', 'afterwards'];

function fill(value: unknown, name: string): unknown {
  if (typeof value === 'string') return value.replaceAll(PLACE, () => name);
  if (Array.isArray(value)) return value.map((each: unknown) => fill(each, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]: [string, unknown]) => [key, fill(each, name)]));
}

/** About how many characters all links have that a template describes for these names. */
export function filledLength(template: Readonly<Record<string, unknown>>, names: readonly string[]): number {
  const parts = JSON.stringify(template).split(PLACE);
  const ofNames = names.reduce((sum, name) => sum + name.length, 0);
  return names.length * parts.join('').length + (parts.length - 1) * ofNames;
}

/**
 * The link that a template describes for a name, which replaces every `{name}`. A name in a script that fits into no
 * code gets a random code.
 */
export function fillTemplate(template: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> {
  const filled = Object.entries(template).map(([field, value]) => {
    const text = field === 'code' ? codeOf(name) : ADDRESSES.includes(field) ? encodeURIComponent(name) : name;
    return [field, fill(value, text)];
  });
  const { code, ...link } = Object.fromEntries(filled) as Record<string, unknown>;
  const isRandom = String(template.code ?? '').includes(PLACE) && codeOf(name) === '';
  return { ...link, ...(code === undefined || isRandom ? {} : { code }), name };
}
