import type { App, AppChange } from './requests.ts';
import { serviceRoot } from '../api/serviceRoot.ts';

export type LandingValues = Pick<App, 'accent' | 'background' | 'texts' | 'landing' | 'iosButton'>;

export type TextName = 'headline' | 'text' | 'getButton' | 'openButton';

export const LANDING_NAMES: Readonly<Record<App['landing'], string>> = {
  page: 'The landing page',
  direct: 'Straight to Google Play',
};

export const IOS_BUTTON_NAMES: Readonly<Record<App['iosButton'], string>> = {
  copy: 'Copies the link and goes to the store',
  go: 'Goes to the store',
};

export function landingValuesOf({ accent, background, texts, landing, iosButton }: App): LandingValues {
  return { accent, background, texts, landing, iosButton };
}

/** The same values with another text in a language. */
export function withText(values: LandingValues, language: string, name: TextName, text: string): LandingValues {
  return { ...values, texts: { ...values.texts, [language]: { ...values.texts[language], [name]: text } } };
}

/** Fields by the names that the service uses. */
export const LANDING_FIELDS = [
  'icon',
  'accent',
  'background',
  'texts',
  'landing',
  'iosButton',
] satisfies (keyof AppChange)[];

const isColour = (text: string | null) => text === null || /^#[0-9a-f]{6}$/i.test(text);

/** The parts of a link that its page shows. */
export type ShownLink = Record<'title' | 'description' | 'imageUrl', string>;

const NO_LINK: ShownLink = { title: '', description: '', imageUrl: '' };

/** The address of a preview. A colour or an image's address that is only half typed is left out. */
export function previewUrl(
  app: App,
  values: LandingValues,
  language: string,
  device: string,
  scheme: string,
  { title, description, imageUrl }: ShownLink = NO_LINK
): string {
  const { accent, background, texts, iosButton } = values;
  const query = new URLSearchParams({ device, scheme, language: language || 'en', iosButton, ...texts[language] });
  if (title.trim() !== '') query.set('title', title.trim());
  if (description.trim() !== '') query.set('description', description.trim());
  if (/^https?:\/\/[^\s\\@]+$/i.test(imageUrl.trim()) && URL.canParse(imageUrl)) query.set('imageUrl', imageUrl.trim());
  if (isColour(accent)) query.set('accent', accent ?? '');
  if (isColour(background)) query.set('background', background ?? '');
  // The service ignores the icon here. It only changes the address, so the preview loads again.
  query.set('icon', app.icon ?? '');
  return `${serviceRoot}/api/apps/${encodeURIComponent(app.id)}/preview?${query.toString()}`;
}
