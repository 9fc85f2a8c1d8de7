/** A native call crosses threads: it never answers in the same turn. */
export function latency(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
