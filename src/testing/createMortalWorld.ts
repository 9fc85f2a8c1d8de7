import type { Outbox } from '../analytics/outbox';
import type { Ports } from '../ports';
import { createPorts, ports as real, type World } from '../runtime';

const never = new Promise<never>(() => {});

interface MortalWorld {
  world: World;
  /** Hands a link to the session, as the system would; tells whether the session listens. */
  tap(url: string): boolean;
  end(): void;
}

/**
 * The same world, until it ends. From then on no question is answered, no timer runs and no listener is called, so
 * that a session in it stands still for ever. What the session still does at that very moment has no effect.
 */
export function createMortalWorld(outbox: Outbox): MortalWorld {
  let isOver = false;
  let hear: ((url: unknown) => void) | undefined;
  const endings = new Set<() => void>();

  /** Our objects are closures: a method needs no `this`. */
  const mortal = <T extends object>(target: T): T =>
    Object.fromEntries(
      Object.entries(target).map(([name, member]: [string, object]) => [
        name,
        typeof member === 'function'
          ? (...args: unknown[]): unknown => (isOver ? undefined : Reflect.apply(member, target, args))
          : mortal(member),
      ])
    ) as T;

  const answering =
    <Args extends unknown[], T>(ask: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      const answer = isOver ? never : await ask(...args);
      return isOver ? never : answer;
    };

  /** Remembers how to call off what was begun. */
  function begin(callOff: () => void): () => void {
    const ending = () => {
      endings.delete(ending);
      callOff();
    };
    endings.add(ending);
    return ending;
  }

  const listening =
    <Listener>(listen: (listener: Listener) => () => void) =>
    (listener: Listener) =>
      begin(listen(listener));

  const ports = createPorts({
    ...real.clock,
    after: (ms, run) => (isOver ? () => {} : begin(real.clock.after(ms, run))),
  });

  const { createStore, onLink } = ports;
  const mortalPorts: Partial<Ports> = {
    log: { ...ports.log, ...mortal({ error: ports.log.error, advise: ports.log.advise }) },
    post: answering(ports.post),
    createStore(custom) {
      const { read, write, remove } = createStore(custom);
      return { read: answering(read), write: answering(write), remove: answering(remove) };
    },
    onLink(listener) {
      hear = listener;
      return begin(onLink(listener));
    },
    onForeground: listening(ports.onForeground),
  };

  const world: World = {
    // Not copied, as it has getters.
    ports: Object.assign(ports, mortalPorts),
    outbox: mortal(outbox),
  };

  return {
    world,
    tap(url) {
      hear?.(url);
      return hear !== undefined;
    },
    end() {
      isOver = true;
      [...endings].forEach((ending) => ending());
    },
  };
}
