/** One thing that may happen next. */
export interface Step<World> {
  /** In words, for the path to a failure: "the service answers 503". */
  name: string;
  next: World;
  /** Whether the program's own work goes on by it (an answer arrives, a timer runs out), with nobody's help. */
  isOwn?: boolean;
}

export interface Exploration<World> {
  start: World;
  /** All that may happen in a world; it must not change that world. */
  steps(world: World): Step<World>[];
  /** What holds in every world, by name; `before` is the world that the last step came from. */
  rules: Record<string, (world: World, before: World) => boolean>;
  /** What every world can still come to by its own steps alone, by name: else it is a dead end. */
  goals?: Record<string, (world: World) => boolean>;
  /** Worlds with the same key are one. */
  key?: (world: World) => string;
}

export interface Explored {
  states: number;
  steps: number;
  /** The first rule or goal that fails, and the shortest way there in words; `null` if all hold everywhere. */
  failure: { broken: string; path: string[] } | null;
}

/** A search that comes this far does not merge what is equal: some counter in its worlds never stops. */
const MAX_STATES = 2_000_000;

/** The texts of objects that hold no others. Worlds never change, and share most objects with the one before. */
const plainTexts = new WeakMap<object, string>();

/**
 * A text that is the same for worlds of the same shape: equal values, and the same object wherever one was
 * the same object. An answer that carries the phase that asked for it differs from one that carries a copy.
 */
export function shapeOf(world: unknown): string {
  const known: object[] = [];
  function write(value: unknown): string {
    if (typeof value === 'function') throw new TypeError('A world is data: it can hold no function.');
    if (typeof value === 'string') return JSON.stringify(value);
    if (typeof value !== 'object' || value === null) return String(value);
    const number = known.indexOf(value);
    if (number >= 0) return `#${number}`;
    known.push(value);
    const plain = plainTexts.get(value);
    if (plain !== undefined) return plain;
    if (Array.isArray(value)) return `[${value.map(write).join()}]`;
    let text = '{';
    let isPlain = true;
    for (const name of Object.keys(value).sort()) {
      const field = (value as Record<string, unknown>)[name];
      isPlain &&= typeof field !== 'object' || field === null;
      text += `${name}:${write(field)},`;
    }
    text += '}';
    if (isPlain) plainTexts.set(value, text);
    return text;
  }
  return write(world);
}

/**
 * Breadth first through everything that may happen, to the end: equal worlds are visited once, so that no
 * limit of depth is needed, and the first failure found is one of the shortest.
 */
export function explore<World>({ start, steps, rules, goals = {}, key = shapeOf }: Exploration<World>): Explored {
  const worlds: World[] = [];
  const numbers = new Map<string, number>();
  /** How each world was reached first. */
  const parents: number[] = [];
  const names: string[] = [];
  /** From where the program's own steps lead to each world. */
  const sources: number[][] = [];
  let taken = 0;

  function pathTo(world: number): string[] {
    const path: string[] = [];
    for (let at = world; at > 0; at = parents[at] ?? 0) path.unshift(names[at] ?? '');
    return path;
  }

  function visit(world: World, parent: number, name: string): number {
    const text = key(world);
    const known = numbers.get(text);
    if (known !== undefined) return known;
    const number = worlds.length;
    if (number === MAX_STATES) throw new Error(`There is no end to it: ${pathTo(parent).slice(-30).join(' → ')}`);
    numbers.set(text, number);
    worlds.push(world);
    parents.push(parent);
    names.push(name);
    sources.push([]);
    return number;
  }

  const fail = (broken: string, path: string[]): Explored => ({
    states: worlds.length,
    steps: taken,
    failure: { broken, path },
  });
  const brokenRule = (world: World, before: World) => {
    for (const name of Object.keys(rules)) if (!rules[name]?.(world, before)) return name;
    return null;
  };

  visit(start, 0, '');
  const brokenAtStart = brokenRule(start, start);
  if (brokenAtStart !== null) return fail(brokenAtStart, []);
  for (let at = 0; at < worlds.length; at++) {
    const world = worlds[at] as World;
    let following: Step<World>[];
    try {
      following = steps(world);
    } catch (error) {
      return fail(`an exception: ${String(error)}`, pathTo(at));
    }
    for (const { name, next, isOwn = false } of following) {
      taken++;
      const broken = brokenRule(next, world);
      if (broken !== null) return fail(broken, [...pathTo(at), name]);
      const to = visit(next, at, name);
      if (isOwn) sources[to]?.push(at);
    }
  }

  for (const [name, isReached] of Object.entries(goals)) {
    // Backwards from every world in which the goal is reached.
    const isAlive = worlds.map(isReached);
    const open = isAlive.flatMap((isGoal, number) => (isGoal ? [number] : []));
    for (let world = open.pop(); world !== undefined; world = open.pop()) {
      for (const source of sources[world] ?? []) {
        if (isAlive[source]) continue;
        isAlive[source] = true;
        open.push(source);
      }
    }
    // Numbered in the order of the search: the first is as near as any.
    const deadEnd = isAlive.indexOf(false);
    if (deadEnd >= 0) return fail(`a dead end: ${name}`, pathTo(deadEnd));
  }
  return { states: worlds.length, steps: taken, failure: null };
}
