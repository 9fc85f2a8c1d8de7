/** Prints what begins, and how long it took. */
export async function step(name, work) {
  const start = performance.now();
  console.log(`\n── ${name}`);
  const result = await work();
  console.log(`── ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}
