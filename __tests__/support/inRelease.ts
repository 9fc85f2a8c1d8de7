/** A release build: sources know it by `__DEV__`, the build by `NODE_ENV`. */
export async function inRelease(run: () => Promise<void>) {
  const flags = globalThis as { __DEV__?: boolean };
  const { NODE_ENV } = process.env;
  flags.__DEV__ = false;
  process.env.NODE_ENV = 'production';
  try {
    await run();
  } finally {
    flags.__DEV__ = true;
    process.env.NODE_ENV = NODE_ENV;
  }
}
