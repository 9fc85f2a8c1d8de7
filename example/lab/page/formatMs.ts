export function formatMs(ms: number): string {
  if (ms < 9.5) return `${ms.toFixed(1)} ms`;
  return ms < 9950 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
