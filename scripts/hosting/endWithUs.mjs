const living = new Set();

function endAll() {
  for (const child of living) process.kill(-child.pid, 'SIGTERM');
  process.exit(1);
}

/** Ends a process and its whole group if this process is stopped from outside. */
export function endWithUs(child) {
  if (living.size === 0) for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, endAll);
  living.add(child);
  child.once('close', () => {
    living.delete(child);
    if (living.size === 0) for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, endAll);
  });
  return child;
}
