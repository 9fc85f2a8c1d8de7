import { wideNetworkOf } from '../values/address.ts';

/** The most rows of a sample from one address or /64: real crowds hardly exceed it. */
const MAX_OF_NETWORK = 5;

/** The most of a sample from one /24 or /48. Whoever has one /64 often has a /48, which holds 65,536 of them. */
const MAX_SHARE_OF_WIDE_NETWORK = 0.02;

function cap<Row>(rows: readonly Row[], groupOf: (row: Row) => string, maxOf: (row: Row) => number): Row[] {
  const counts = new Map<string, number>();
  return rows.filter((row) => {
    const group = groupOf(row);
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    return count <= maxOf(row);
  });
}

/** Networks may be hashes, so the wide network can't always be derived. */
interface FromNetwork {
  network: string;
  wideNetwork?: string | null;
}

/** Cuts a sample to what each network may teach: few rows of an address or /64, and a small share of a /24 or /48. */
export function withoutFloods<Row extends FromNetwork>(
  rows: readonly Row[],
  maxOfNetwork: (row: Row) => number = () => MAX_OF_NETWORK
): Row[] {
  const wide = new Map(rows.map(({ network, wideNetwork }) => [network, wideNetwork ?? wideNetworkOf(network)]));
  let kept = cap(rows, ({ network }) => network, maxOfNetwork);
  // Each cut makes the sample smaller, which lowers the limit again.
  for (;;) {
    const most = Math.max(MAX_OF_NETWORK, Math.floor(kept.length * MAX_SHARE_OF_WIDE_NETWORK));
    const next = cap(
      kept,
      ({ network }) => wide.get(network) ?? network,
      () => most
    );
    if (next.length === kept.length) return next;
    kept = next;
  }
}
