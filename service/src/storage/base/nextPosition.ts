let lastPosition = 0;

/** Tells apart what comes in one millisecond; it starts again when it no longer fits into an integer column. */
export const nextPosition = () => (lastPosition = (lastPosition + 1) % 2 ** 31);
