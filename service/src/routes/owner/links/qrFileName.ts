/** Has the code because names aren't unique. Leaves out characters that some file systems don't take. */
export function qrFileName({ name, code }: { name: string | null; code: string }): string {
  const plain = (name ?? '').replace(/[\\/:*?"<>|\p{C}]+/gu, ' ').trim();
  return plain === '' ? code : `${plain} (${code.replaceAll('/', '-')})`;
}
