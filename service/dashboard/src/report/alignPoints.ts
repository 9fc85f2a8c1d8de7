/** Of each point the one before with the same name: where clocks change, a day has an hour more or less than the other. */
export function alignPoints<Point>(
  points: readonly Point[],
  before: readonly Point[],
  nameOf: (point: Point) => string
): (Point | undefined)[] {
  const byName = new Map(before.map((point) => [nameOf(point), point]));
  return points.map((point) => byName.get(nameOf(point)));
}
