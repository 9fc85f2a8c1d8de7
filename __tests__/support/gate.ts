/** An answer that a test gives when it wants to. */
export function gate<T>() {
  let open = (_: T) => {};
  let isReached = false;
  const answer = new Promise<T>((resolve) => (open = resolve));
  return {
    open: (value: T) => open(value),
    isReached: () => isReached,
    wait() {
      isReached = true;
      return answer;
    },
  };
}
