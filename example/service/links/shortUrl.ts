export const CLICK_ID_PARAMETER = 'clickId';

/** The address of a link's landing page; with a click id, the form that the page copies. */
export function shortUrl(origin: string, code: string, clickId?: string): string {
  const url = new URL(`/${code}`, origin);
  if (clickId !== undefined) url.searchParams.set(CLICK_ID_PARAMETER, clickId);
  return url.href;
}
