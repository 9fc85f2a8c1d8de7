/** What the team calls a link, and its code, which no other link has. No file system takes all characters. */
export function qrFileName({ name, code }: { name: string | null; code: string }): string {
  const plain = (name ?? '').replace(/[\\/:*?"<>|\p{C}]+/gu, ' ').trim();
  return plain === '' ? code : `${plain} (${code.replaceAll('/', '-')})`;
}
