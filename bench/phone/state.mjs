/** What the phone has seen. It is kept outside the bundles, so that it outlives a launch. */
export const phone = (globalThis.benchPhone ??= {
  os: 'android',
  isExpo: false,
  disk: new Map(),
  referrer: 'clickId=abc&click_id=abc',
  counts: { read: 0, write: 0, request: 0 },
  written: 0,
});

/** How long the phone takes for each thing, in milliseconds: about what a mid-range phone takes. */
export const WAITS = (globalThis.benchWaits ??= {
  initialUrl: 10,
  storage: 10,
  referrer: 50,
  userAgent: 60,
  manufacturer: 5,
  clipboard: 20,
  request: 100,
});

/** Fails where the app lacks our packages. */
export function mustBeInstalled() {
  if (phone.isExpo) throw new Error('not installed');
}

export const after = (ms, value) =>
  ms === 0 ? Promise.resolve(value) : new Promise((resolve) => setTimeout(resolve, ms, value));
