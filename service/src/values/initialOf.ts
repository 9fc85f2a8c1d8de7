const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first letter of a name, or its first emoji, which may have several characters. */
export function initialOf(name: string): string {
  const [first] = graphemes.segment(name);
  return first?.segment ?? '';
}
