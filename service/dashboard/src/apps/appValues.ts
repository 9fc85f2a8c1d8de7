import type { App, AppChange } from './requests.ts';

/** An app in a form: strings only, and a list has a line for each item. */
export interface AppValues {
  name: string;
  hosts: string;
  iosAppId: string;
  appStoreId: string;
  androidPackage: string;
  androidSha256: string;
  androidCertificates: App['androidCertificates'];
  scheme: string;
  appStoreProviderId: string;
  pathLinks: App['pathLinks'];
  sharedTitles: App['sharedTitles'];
  noLinks: string;
  timeZone: string;
  mainCurrency: string;
  attributionDays: string;
  revenueFrom: App['revenueFrom'];
  maxAmounts: string;
  deviceReport: App['deviceReport'];
}

const DEFAULT_ATTRIBUTION_DAYS = 30;

export const DEVICE_REPORT_NAMES: Readonly<Record<App['deviceReport'], string>> = {
  always: 'As soon as the page opens',
  afterTap: 'When a store button is tapped',
  never: 'Never',
};

export const REVENUE_FROM_NAMES: Readonly<Record<App['revenueFrom'], string>> = {
  app: 'The app',
  server: 'Your server',
};

export const CERTIFICATES_NAMES: Readonly<Record<App['androidCertificates'], string>> = {
  several: 'Several, as with Play App Signing',
  one: 'Only one',
};

export const PATH_LINKS_NAMES: Readonly<Record<App['pathLinks'], string>> = {
  off: 'Only links that were created',
  on: 'Every path is a link',
};

export const SHARED_TITLES_NAMES: Readonly<Record<App['sharedTitles'], string>> = {
  off: 'The app’s own headline',
  on: 'The title from the app',
};

export const NO_VALUES: AppValues = {
  name: '',
  hosts: '',
  iosAppId: '',
  appStoreId: '',
  androidPackage: '',
  androidSha256: '',
  androidCertificates: 'several',
  scheme: '',
  appStoreProviderId: '',
  pathLinks: 'off',
  sharedTitles: 'off',
  noLinks: '',
  timeZone: 'UTC',
  mainCurrency: '',
  attributionDays: String(DEFAULT_ATTRIBUTION_DAYS),
  revenueFrom: 'app',
  maxAmounts: '',
  deviceReport: 'afterTap',
};

export const VALUE_NAMES = Object.keys(NO_VALUES);

/** One line for each currency, such as EUR=5000. */
export const amountLines = ({ maxAmounts }: Pick<App, 'maxAmounts'>) =>
  Object.entries(maxAmounts).map(([currency, amount]) => `${currency}=${amount}`);

export function valuesOf(app: App): AppValues {
  return {
    name: app.name,
    hosts: app.hosts.join('\n'),
    iosAppId: app.iosAppId ?? '',
    appStoreId: app.appStoreId ?? '',
    androidPackage: app.androidPackage ?? '',
    androidSha256: app.androidSha256.join('\n'),
    androidCertificates: app.androidCertificates,
    scheme: app.scheme ?? '',
    appStoreProviderId: app.appStoreProviderId ?? '',
    pathLinks: app.pathLinks,
    sharedTitles: app.sharedTitles,
    noLinks: app.noLinks.join('\n'),
    timeZone: app.timeZone,
    mainCurrency: app.mainCurrency ?? '',
    attributionDays: String(app.attributionDays),
    revenueFrom: app.revenueFrom,
    maxAmounts: amountLines(app).join('\n'),
    deviceReport: app.deviceReport,
  };
}

const textOf = (text: string) => text.trim() || null;
const linesOf = (text: string) => text.split(/[\s,]+/).filter((line) => line !== '');

/** What is not a number is sent as null, which the service refuses. */
function amountsOf(text: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [currency = '', amount = ''] = line.split('=').map((part) => part.trim());
      return [currency.toUpperCase(), amount === '' ? NaN : Number(amount)];
    })
  );
}

export function changeOf(values: AppValues): AppChange & Pick<App, 'name'> {
  return {
    name: values.name.trim(),
    hosts: linesOf(values.hosts),
    iosAppId: textOf(values.iosAppId),
    appStoreId: textOf(values.appStoreId),
    androidPackage: textOf(values.androidPackage),
    androidSha256: linesOf(values.androidSha256),
    androidCertificates: values.androidCertificates,
    scheme: textOf(values.scheme),
    appStoreProviderId: textOf(values.appStoreProviderId),
    pathLinks: values.pathLinks,
    sharedTitles: values.sharedTitles,
    noLinks: linesOf(values.noLinks),
    timeZone: values.timeZone.trim(),
    mainCurrency: textOf(values.mainCurrency.toUpperCase()),
    attributionDays: Number(values.attributionDays),
    revenueFrom: values.revenueFrom,
    maxAmounts: amountsOf(values.maxAmounts),
    deviceReport: values.deviceReport,
  };
}
