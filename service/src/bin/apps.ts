import type { Settings } from '../config/readEnvironment.ts';
import { connect } from './connect.ts';
import { printTable } from './output.ts';
import { required, type Values } from './values.ts';

interface App {
  id: string;
  name: string;
  hosts: string[];
  iosAppId: string | null;
  androidPackage: string | null;
}

/** The names of options, and those of the fields that they set. */
const FIELDS = {
  name: 'name',
  host: 'hosts',
  scheme: 'scheme',
  'ios-app-id': 'iosAppId',
  'app-store-id': 'appStoreId',
  'android-package': 'androidPackage',
  'android-sha256': 'androidSha256',
  'attribution-days': 'attributionDays',
} as const;

/** Options that the schema wants as numbers. A value that is not a number is sent as it is, and the schema refuses it. */
const NUMBERS = new Set(['attribution-days']);

/** Reads the options that set fields. An empty option removes the value. */
function readFields(values: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(FIELDS).flatMap(([option, field]): [string, unknown][] => {
      const value = values[option];
      if (value === undefined) return [];
      if (Array.isArray(value)) return [[field, value.filter((entry) => entry !== '')]];
      if (NUMBERS.has(option) && value !== '' && !Number.isNaN(Number(value))) return [[field, Number(value)]];
      return [[field, value === '' ? null : value]];
    })
  );
}

export async function addApp(settings: Settings, values: Values): Promise<void> {
  const body = { id: required(values, 'id'), name: required(values, 'name'), ...readFields(values) };
  const administration = await connect(settings);
  try {
    const added = (await administration.call('/api/apps', { method: 'POST', body })) as {
      app: App;
      publishableKey: string;
      secretKey: string;
    };
    console.log(`App:             ${added.app.id}`);
    console.log(`Publishable key: ${added.publishableKey}   for config.API_KEY in the app`);
    console.log(`Secret key:      ${added.secretKey}   for your server; keep it to yourself`);
    console.log('Both keys are shown only now.');
    if (added.app.hosts.length === 0) {
      console.log(
        'The app has no host yet, so its links live at the service’s own address. Set one: apps set ID --host go.example.com'
      );
    }
  } finally {
    await administration.close();
  }
}

export async function setApp(settings: Settings, values: Values, [id = '']: readonly string[]): Promise<void> {
  const administration = await connect(settings);
  try {
    const path = `/api/apps/${encodeURIComponent(id)}`;
    const app = await administration.call(path, { method: 'PATCH', body: readFields(values) });
    console.log(JSON.stringify(app, null, 2));
  } finally {
    await administration.close();
  }
}

export async function listApps(settings: Settings): Promise<void> {
  const administration = await connect(settings);
  try {
    const { apps } = (await administration.call('/api/apps')) as { apps: App[] };
    if (apps.length === 0) {
      console.log('There is no app yet. Add one: apps add --id my-app --name "My App" --host go.example.com');
      return;
    }
    printTable(
      ['ID', 'NAME', 'HOSTS', 'IOS', 'ANDROID'],
      apps.map(({ id, name, hosts, iosAppId, androidPackage }) => [
        id,
        name,
        hosts.join(' ') || '–',
        iosAppId ?? '–',
        androidPackage ?? '–',
      ])
    );
  } finally {
    await administration.close();
  }
}
