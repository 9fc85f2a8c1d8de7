/** A short hash: enough to recognise a text, too little to read it. */
export const hashOf = (text: string): number =>
  text.split('').reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) | 0, 0);
