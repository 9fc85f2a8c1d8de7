import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Settings } from '../config/readEnvironment.ts';
import type { AddedAppWire } from '../routes/admin/apps.ts';
import { appDefaults, appSettings, newAppSchema, type AppWire } from '../routes/wire/app.ts';
import { readText } from '../routes/wire/readText.ts';
import { callOnce } from './connect.ts';
import { printTable, UsageError } from './output.ts';
import { exampleFields, showOption } from './usage.ts';
import { optionName, required, type Values } from './values.ts';

type Setting = keyof typeof appSettings;

const settingNames = Object.keys(appSettings) as Setting[];

const defaultOf = (name: Setting): unknown => (appDefaults as Record<string, unknown>)[name];

/** An option that may be given several times has the name of one value. */
const SINGULARS: Partial<Record<Setting, string>> = {
  hosts: 'host',
  maxAmounts: 'max-amount',
  quotas: 'quota',
  texts: 'text',
};

const optionOf = (name: Setting) => SINGULARS[name] ?? optionName(name);

/** Whether a setting is a list, or has a value for each of several names. */
const isSeveral = (name: Setting) => typeof defaultOf(name) === 'object' && defaultOf(name) !== null;

export const appOptions: Record<string, { type: 'string'; multiple: boolean }> = Object.fromEntries(
  settingNames.map((name) => [optionOf(name), { type: 'string', multiple: isSeveral(name) }])
);

/** In place of the API's examples, which don't fit here: the command takes a file, and several values by name. */
const EXAMPLES: Partial<Record<Setting, string>> = {
  icon: 'icon.png',
  androidSha256: 'AA:BB:…',
  maxAmounts: 'EUR=5000',
  quotas: 'links=2000000',
  texts: 'de.headline=Weiter in {app}',
};

/** The options as the help shows them, without the name, which every app has. */
export function appUsage(): string[] {
  const examples = exampleFields(newAppSchema);
  return settingNames
    .filter((name) => name !== 'name')
    .map((name) => showOption(optionOf(name), EXAMPLES[name] ?? examples.get(name) ?? '', isSeveral(name)));
}

/** Returns a data URL without a type, as the service recognizes the file by its bytes. */
function readIconFile(path: string): string {
  try {
    return `data:;base64,${readFileSync(path).toString('base64')}`;
  } catch (error) {
    throw new UsageError(`--icon can’t be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readValue(name: Setting, value: string): unknown {
  if (value === '') return null;
  if (name === 'icon') return readIconFile(value);
  return readText(appSettings[name], value);
}

/** Returns a list, or an object for entries such as EUR=5000 and de.headline=Weiter. */
function readValues(name: Setting, values: readonly string[]): unknown {
  const given = values.filter((entry) => entry !== '');
  if (Array.isArray(defaultOf(name))) return given;
  const entries = given.map((entry): [string, string] => {
    const [key = '', ...rest] = entry.split('=');
    return [key, rest.join('=')];
  });
  if (name !== 'texts') return Object.fromEntries(entries.map(([key, value]) => [key, readText(z.number(), value)]));
  const texts = new Map<string, Record<string, string>>();
  for (const [key, value] of entries) {
    const [language = '', text = ''] = key.split('.');
    texts.set(language, { ...texts.get(language), [text]: value });
  }
  return Object.fromEntries(texts);
}

/** Reads the options that set fields. An empty option removes the value. */
function readFields(values: Values): Record<string, unknown> {
  return Object.fromEntries(
    settingNames.flatMap((name): [string, unknown][] => {
      const value = values[optionOf(name)];
      if (value === undefined) return [];
      return [[name, Array.isArray(value) ? readValues(name, value) : readValue(name, value)]];
    })
  );
}

export async function addApp(settings: Settings, values: Values): Promise<void> {
  const body = { id: required(values, 'id'), name: required(values, 'name'), ...readFields(values) };
  const added = await callOnce<AddedAppWire>(settings, '/api/apps', { method: 'POST', body });
  console.log(`App:             ${added.app.id}`);
  console.log(`Publishable key: ${added.publishableKey}   for config.API_KEY in the app`);
  console.log(`Secret key:      ${added.secretKey}   for your server; keep it secret`);
  console.log('These keys won’t be shown again.');
  if (added.app.hosts.length === 0) {
    console.log(
      'The app has no host yet, so its links live at the service’s own address. Set one: apps set ID --host go.example.com'
    );
  }
}

export async function setApp(settings: Settings, values: Values, [id = '']: readonly string[]): Promise<void> {
  const path = `/api/apps/${encodeURIComponent(id)}`;
  const app = await callOnce<AppWire>(settings, path, { method: 'PATCH', body: readFields(values) });
  console.log(JSON.stringify(app, null, 2));
}

export async function listApps(settings: Settings): Promise<void> {
  const { apps } = await callOnce<{ apps: AppWire[] }>(settings, '/api/apps');
  if (apps.length === 0) {
    console.log('There is no app yet. Add one: apps add --id my-app --name "My App" --host go.example.com');
    return;
  }
  const rows = apps.map(({ id, name, hosts, iosAppId, androidPackage }) => [
    id,
    name,
    hosts.join(' '),
    iosAppId,
    androidPackage,
  ]);
  printTable(['ID', 'NAME', 'HOSTS', 'IOS', 'ANDROID'], rows);
}
