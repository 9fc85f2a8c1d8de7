const CODE = /^[A-Za-z0-9_-]{1,64}$/;

// The landing page lives at /<code>, beside /api.
const RESERVED = new Set(['api']);

export function isLinkCode(text: string): boolean {
  return CODE.test(text) && !RESERVED.has(text.toLowerCase());
}
