/** Between a maker's name and a model: "Nokia 7.2", "LG-H870", "ASUS_X00TD". */
const SEPARATORS = [' ', '-', '_'];

function endsWithModel(long: string, short: string): boolean {
  return SEPARATORS.some((separator) => long.endsWith(separator + short));
}

/** A phone may call itself "Nokia 7.2" to an app while its agent says "7.2". Both must be in lower case. */
export function isSameModel(one: string, other: string): boolean {
  return one === other || endsWithModel(one, other) || endsWithModel(other, one);
}
