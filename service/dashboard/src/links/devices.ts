import type { Click } from './requests.ts';

const DEVICES: Readonly<Record<string, string>> = {
  iphone: 'iPhone',
  ipad: 'iPad',
  mac: 'Mac or iPad',
  android: 'Android',
  windows: 'Windows',
  linux: 'Linux',
  chromeos: 'ChromeOS',
  other: 'Other',
};

const SYSTEMS: Readonly<Record<string, string>> = { iphone: 'iOS', ipad: 'iPadOS', android: 'Android' };

export const nameOfDevice = ({ device }: Click) => (device === null ? 'Unknown' : (DEVICES[device] ?? device));

export function nameOfSystem({ device, systemVersion }: Click): string {
  if (systemVersion === null) return '–';
  return `${SYSTEMS[device ?? ''] ?? ''} ${systemVersion}`.trim();
}

export const nameOfBrowser = ({ browser }: Click) => (browser === 'other' ? 'Other' : (browser ?? 'Unknown'));
