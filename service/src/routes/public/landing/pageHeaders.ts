import { isWebLink } from '../../../values/isDestination.ts';
import { remember } from '../../../values/remember.ts';
import { brandStyle, NO_COLOURS, STYLES_REMEMBERED, type BrandColours, type Scheme } from './brandStyle.ts';
import { contentSecurityPolicy } from './contentSecurityPolicy.ts';

const policyOf = remember(STYLES_REMEMBERED, contentSecurityPolicy);

/** The image of a link, and nothing else from its host. Commas and semicolons would end the source in a policy. */
function imageSource(imageUrl: string): string {
  const { origin, pathname } = new URL(imageUrl);
  return ` ${origin}${pathname.replaceAll(',', '%2C').replaceAll(';', '%3B')}`;
}

interface PageStyle {
  colours?: BrandColours;
  scheme?: Scheme | undefined;
  /** The only image from elsewhere that the page may load. */
  imageUrl?: string | null;
}

/** The headers of every page that visitors see. */
export async function pageHeaders({ colours = NO_COLOURS, scheme, imageUrl = null }: PageStyle = {}) {
  const policy = await policyOf(brandStyle(colours, scheme));
  // Also the app's icon, or the empty `data:` icon, which keeps browsers from asking for /favicon.ico.
  const images = `img-src 'self' data:${imageUrl !== null && isWebLink(imageUrl) ? imageSource(imageUrl) : ''}`;
  return {
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Security-Policy': `${images}; ${policy}`,
    'X-Content-Type-Options': 'nosniff',
    // The store, the destination and the image's host must not learn the click id from the referrer.
    'Referrer-Policy': 'same-origin',
    // Each view is another click.
    'Cache-Control': 'no-store',
  };
}
