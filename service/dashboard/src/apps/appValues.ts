import type { App, AppChange } from './requests.ts';

/** An app as it stands in a form: texts, of which lists are lines. */
export interface AppValues {
  name: string;
  hosts: string;
  iosAppId: string;
  appStoreId: string;
  androidPackage: string;
  androidSha256: string;
  scheme: string;
  attributionDays: string;
  deviceReport: App['deviceReport'];
}

const DEFAULT_ATTRIBUTION_DAYS = 30;

export const DEVICE_REPORT_NAMES: Readonly<Record<App['deviceReport'], string>> = {
  always: 'As soon as the page is open',
  afterTap: 'With the tap on a store button',
  never: 'Never',
};

export const NO_VALUES: AppValues = {
  name: '',
  hosts: '',
  iosAppId: '',
  appStoreId: '',
  androidPackage: '',
  androidSha256: '',
  scheme: '',
  attributionDays: String(DEFAULT_ATTRIBUTION_DAYS),
  deviceReport: 'afterTap',
};

export const VALUE_NAMES = Object.keys(NO_VALUES);

export function valuesOf(app: App): AppValues {
  return {
    name: app.name,
    hosts: app.hosts.join('\n'),
    iosAppId: app.iosAppId ?? '',
    appStoreId: app.appStoreId ?? '',
    androidPackage: app.androidPackage ?? '',
    androidSha256: app.androidSha256.join('\n'),
    scheme: app.scheme ?? '',
    attributionDays: String(app.attributionDays),
    deviceReport: app.deviceReport,
  };
}

const textOf = (text: string) => text.trim() || null;
const linesOf = (text: string) => text.split(/[\s,]+/).filter((line) => line !== '');

export function changeOf(values: AppValues): AppChange & Pick<App, 'name'> {
  return {
    name: values.name.trim(),
    hosts: linesOf(values.hosts),
    iosAppId: textOf(values.iosAppId),
    appStoreId: textOf(values.appStoreId),
    androidPackage: textOf(values.androidPackage),
    androidSha256: linesOf(values.androidSha256),
    scheme: textOf(values.scheme),
    attributionDays: Number(values.attributionDays),
    deviceReport: values.deviceReport,
  };
}
