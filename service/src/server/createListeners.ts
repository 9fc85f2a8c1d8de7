import type { Change } from '../values/Change.ts';

export function createListeners() {
  const listeners: ((change: Change) => void)[] = [];
  return {
    add: (listener: (change: Change) => void): void => void listeners.push(listener),
    call: (change: Change): void => {
      for (const listener of listeners) listener(change);
    },
  };
}
