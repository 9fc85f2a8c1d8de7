export type Platform = 'ios' | 'android';

export type UserAgentFacts = {
  platform: Platform | null;
  model: string | null;
  systemVersion: string | null;
  /** What stands in the first brackets, less what tells a web view from the browser. */
  device: string | null;
};

const NOTHING_KNOWN: UserAgentFacts = {
  platform: null,
  model: null,
  systemVersion: null,
  device: null,
};

// Chrome since 110 says "Android 10; K" on every phone: neither the version nor the model is real.
const REDUCED_ANDROID_MODEL = 'K';

/**
 * What a user agent says of a phone. A desktop's says nothing, which is not a contradiction:
 * Safari on an iPad calls itself a Macintosh, and phones can ask for desktop pages.
 */
export function parseUserAgent(userAgent: string | null): UserAgentFacts {
  const brackets = userAgent?.match(/\(([^)]*)\)/)?.[1];
  if (!brackets) return NOTHING_KNOWN;

  const appleModel = /^(iPhone|iPad|iPod)/.exec(brackets)?.[1];
  if (appleModel) {
    const version = / OS (\d+(?:_\d+)*)/.exec(brackets)?.[1];
    return {
      platform: 'ios',
      model: appleModel,
      systemVersion: version?.replaceAll('_', '.') ?? null,
      device: brackets,
    };
  }

  const android = /Android (\d+(?:\.\d+)*)(?:;\s*([^;]+))?/.exec(brackets);
  if (!android) return NOTHING_KNOWN;
  const model = android[2]?.replace(/\s*Build\/.*$/, '').trim();
  if (!model || model === REDUCED_ANDROID_MODEL) return { ...NOTHING_KNOWN, platform: 'android' };
  return {
    platform: 'android',
    model,
    systemVersion: android[1] ?? null,
    device: `Android ${android[1]}; ${model}`,
  };
}
