import type { Settings } from '../config/readEnvironment.ts';
import { connect } from './connect.ts';
import { UsageError } from './output.ts';
import { required, type Values } from './values.ts';

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--data is not JSON. An example: --data '{"invitedBy":"ana"}'`);
  }
}

const text = { type: 'string' } as const;

/** The options of `links add`, each of which sets a field of the link. */
export const linkOptions = {
  to: text,
  code: text,
  title: text,
  description: text,
  image: text,
  data: text,
  expires: text,
  landing: text,
  'ios-fallback': text,
  'android-fallback': text,
  'desktop-fallback': text,
};

export async function addLink(settings: Settings, values: Values): Promise<void> {
  const app = required(values, 'app');
  const { code, title, description, image, data, expires } = values;
  const body = {
    destination: required(values, 'to'),
    code,
    title,
    description,
    imageUrl: image,
    data: typeof data === 'string' ? readJson(data) : undefined,
    expiresAt: expires,
    landing: values.landing,
    fallbacks: {
      ios: values['ios-fallback'],
      android: values['android-fallback'],
      desktop: values['desktop-fallback'],
    },
  };
  const administration = await connect(settings);
  try {
    const link = (await administration.call('/api/links', { method: 'POST', body, app })) as { shortUrl: string };
    console.log(link.shortUrl);
  } finally {
    await administration.close();
  }
}
