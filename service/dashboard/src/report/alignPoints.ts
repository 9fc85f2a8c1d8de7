/** For each point, the earlier one of the same name: when clocks change, two days differ by an hour. */
export function alignPoints<Point>(
  points: readonly Point[],
  before: readonly Point[],
  nameOf: (point: Point) => string
): (Point | undefined)[] {
  const byName = new Map(before.map((point) => [nameOf(point), point]));
  return points.map((point) => byName.get(nameOf(point)));
}
