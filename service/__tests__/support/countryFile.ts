/** A file of MaxMind's format (maxmind.github.io/MaxMind-DB) with the countries of some IPv4 networks, each a /24. */
export function countryFile(countries: Readonly<Record<string, string>>): Uint8Array {
  const text = (value: string) => [(2 << 5) | value.length, ...Buffer.from(value)];
  const map = (entries: [string, number[]][]) => [
    (7 << 5) | entries.length,
    ...entries.flatMap(([k, v]) => [...text(k), ...v]),
  ];
  const uint16 = (value: number) => [(5 << 5) | 2, value >> 8, value & 255];
  const uint32 = (value: number) => [(6 << 5) | 4, value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];

  const data: number[] = [];
  const nodes: [number | null | { data: number }, number | null | { data: number }][] = [[null, null]];
  for (const [network, country] of Object.entries(countries)) {
    const bits = network
      .split('.')
      .slice(0, 3)
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('');
    let at = 0;
    for (const [position, bit] of Array.from(bits).entries()) {
      const node = nodes[at];
      if (!node) throw new Error('The tree has no such node.');
      const side = bit === '1' ? 1 : 0;
      if (position === bits.length - 1) node[side] = { data: data.length };
      else {
        const next = node[side];
        at = typeof next === 'number' ? next : nodes.push([null, null]) - 1;
        node[side] = at;
      }
    }
    data.push(...map([['country', map([['iso_code', text(country)]])]]));
  }
  const count = nodes.length;
  const records = nodes
    .flat()
    .map((record) => (record === null ? count : typeof record === 'number' ? record : count + 16 + record.data));
  const tree = records.flatMap((record) => [record >> 16, (record >> 8) & 255, record & 255]);
  const metadata = map([
    ['node_count', uint32(count)],
    ['record_size', uint16(24)],
    ['ip_version', uint16(4)],
    ['database_type', text('Test-Country')],
    ['binary_format_major_version', uint16(2)],
    ['binary_format_minor_version', uint16(0)],
    ['build_epoch', uint32(1_700_000_000)],
    ['languages', [0, 11 - 7]],
    ['description', map([])],
  ]);
  return Uint8Array.from([
    ...tree,
    ...Array<number>(16).fill(0),
    ...data,
    0xab,
    0xcd,
    0xef,
    ...Buffer.from('MaxMind.com'),
    ...metadata,
  ]);
}
