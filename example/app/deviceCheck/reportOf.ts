import { Platform } from 'react-native';

import { VERSION } from '../../../src/version';
import { standInOf, type Phone } from './Phone';
import type { Status, StepResult } from './resultOf';
import { versionOf } from './versionOf';

export const statusNames: Record<Status, string> = {
  open: 'Not tried',
  passed: 'Passed',
  failed: 'Failed',
  needsPhone: 'Needs a phone',
  otherSystem: 'Not on this system',
};

interface Globals {
  RN$Bridgeless?: boolean;
  HermesInternal?: unknown;
}

/** React Native's version and architecture; a browser has neither. */
function engineOf(): string {
  const { RN$Bridgeless: isNew = false, HermesInternal: hermes } = globalThis as Globals;
  const { constants } = Platform as {
    constants?: { reactNativeVersion?: { major: number; minor: number; patch: number } };
  };
  const version = constants?.reactNativeVersion;
  if (!version) return 'a browser';
  const architecture = isNew ? 'New Architecture' : 'old architecture';
  return `React Native ${version.major}.${version.minor}.${version.patch}, ${architecture}, ${hermes ? 'Hermes' : 'no Hermes'}`;
}

/** The results as text, with a row for the table in example/device-checks.md as the last line. */
export async function reportOf(phone: Phone, results: readonly StepResult[], at: Date): Promise<string> {
  const { model = 'unknown', systemVersion = '' } = phone.deviceInfo() ?? {};
  const standIn = await standInOf(phone);
  const name = `${String(model)}${standIn === null ? '' : ` (${standIn})`}`;
  const system = `${phone.os === 'ios' ? 'iOS' : 'Android'} ${String(systemVersion)}`;
  const day = at.toISOString().slice(0, 10);
  const titles = (status: Status) => results.filter((result) => result.status === status).map(({ step }) => step.id);
  const failed = titles('failed').join(', ') || 'none';
  return [
    `Device check of react-native-deferred-link ${VERSION}, ${day}`,
    `${name}, ${system}; app ${versionOf(phone)}; ${engineOf()}`,
    '',
    ...results.map(({ step, status, found }) => `${statusNames[status]}: ${step.title}${found ? ` (${found})` : ''}`),
    '',
    `| ${day} | ${name} | ${system} | ${VERSION} | ${engineOf()} | ${titles('passed').length} | ${failed} |`,
  ].join('\n');
}
