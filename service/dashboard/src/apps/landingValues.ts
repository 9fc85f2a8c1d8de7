import type { App, AppChange } from './requests.ts';
import { serviceRoot } from '../api/serviceRoot.ts';

export type LandingValues = Pick<App, 'accent' | 'background' | 'texts' | 'landing'>;

export type TextName = 'headline' | 'text' | 'getButton' | 'openButton';

export const LANDING_NAMES: Readonly<Record<App['landing'], string>> = {
  page: 'The landing page',
  direct: 'Straight to Google Play',
};

export function landingValuesOf({ accent, background, texts, landing }: App): LandingValues {
  return { accent, background, texts, landing };
}

/** The same values with another text in a language. */
export function withText(values: LandingValues, language: string, name: TextName, text: string): LandingValues {
  return { ...values, texts: { ...values.texts, [language]: { ...values.texts[language], [name]: text } } };
}

/** Fields by the names that the service has for them. */
export const LANDING_FIELDS = ['icon', 'accent', 'background', 'texts', 'landing'] satisfies (keyof AppChange)[];

const isColour = (text: string | null) => text === null || /^#[0-9a-f]{6}$/i.test(text);

/** The address of a preview. A colour that is only half typed is left out. */
export function previewUrl(
  app: App,
  values: LandingValues,
  language: string,
  device: string,
  scheme: string,
  title: string
): string {
  const { accent, background, texts } = values;
  const query = new URLSearchParams({ device, scheme, language: language || 'en', ...texts[language] });
  if (title !== '') query.set('title', title);
  if (isColour(accent)) query.set('accent', accent ?? '');
  if (isColour(background)) query.set('background', background ?? '');
  // It is not read, and makes a new icon another address.
  query.set('icon', app.icon ?? '');
  return `${serviceRoot}/api/apps/${encodeURIComponent(app.id)}/preview?${query.toString()}`;
}
