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
  };
  const administration = await connect(settings);
  try {
    const link = (await administration.call('/api/links', { method: 'POST', body, app })) as { shortUrl: string };
    console.log(link.shortUrl);
  } finally {
    await administration.close();
  }
}
