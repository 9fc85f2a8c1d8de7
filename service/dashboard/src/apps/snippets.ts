import type { App } from './requests.ts';

/** Something to paste, and where. */
export interface Snippet {
  title: string;
  where: string;
  code: string;
  /** Whether only apps without Expo need it. */
  isBare?: boolean;
}

/** Placeholder in an app without a key. */
const KEY_PLACE = 'pk_…';

/** Without ports: the systems and the library compare host names only. */
const namesOf = ({ hosts }: App) => [...new Set(hosts.map((host) => host.replace(/:\d+$/, '')))];

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function configOf(app: App, key: string, origin: string): string {
  const [host] = app.hosts;
  const names = namesOf(app);
  return [
    'const config: Config = {',
    `  API_KEY: ${quote(key)},`,
    `  appID: ${quote(app.id)},`,
    `  baseUrl: ${quote(host === undefined ? origin : `https://${host}`)},`,
    ...(names.length > 0 ? [`  linkDomains: [${names.map(quote).join(', ')}],`] : []),
    '  retryUnansweredMatch: true,',
    '};',
  ].join('\n');
}

function providerOf(app: App, key: string, origin: string): string {
  return [
    "import { LinkProvider, type Config } from 'react-native-deferred-link';",
    '',
    configOf(app, key, origin),
    '',
    'export default function App() {',
    '  return (',
    '    <LinkProvider config={config}>',
    '      <Root />',
    '    </LinkProvider>',
    '  );',
    '}',
  ].join('\n');
}

function pluginOf(app: App): string {
  const { scheme } = app;
  const domains = `"domains": [${namesOf(app)
    .map((host) => JSON.stringify(host))
    .join(', ')}]`;
  return [
    '{',
    '  "expo": {',
    '    "plugins": [',
    '      ["react-native-deferred-link", {',
    `        ${domains}${scheme === null ? '' : ','}`,
    ...(scheme === null ? [] : [`        "scheme": ${JSON.stringify(scheme)}`]),
    '      }]',
    '    ]',
    '  }',
    '}',
  ].join('\n');
}

const intentFilter = (attributes: string, data: readonly string[]) =>
  [
    `<intent-filter${attributes}>`,
    '  <action android:name="android.intent.action.VIEW" />',
    '  <category android:name="android.intent.category.DEFAULT" />',
    '  <category android:name="android.intent.category.BROWSABLE" />',
    ...data.map((line) => `  <data ${line} />`),
    '</intent-filter>',
  ].join('\n');

function intentFiltersOf(app: App): string {
  const { scheme } = app;
  return [
    ...namesOf(app).map((host) =>
      intentFilter(' android:autoVerify="true"', [`android:scheme="https" android:host="${host}"`])
    ),
    ...(scheme === null ? [] : [intentFilter('', [`android:scheme="${scheme}"`])]),
  ].join('\n');
}

const urlTypesOf = (scheme: string) =>
  [
    '<key>CFBundleURLTypes</key>',
    '<array>',
    '  <dict>',
    '    <key>CFBundleURLSchemes</key>',
    '    <array>',
    `      <string>${scheme}</string>`,
    '    </array>',
    '  </dict>',
    '</array>',
  ].join('\n');

/** Code for the app, with its own values. `origin` is where the service is, for an app without a host. */
export function snippetsOf(app: App, origin: string, key = KEY_PLACE): Snippet[] {
  const { hosts, scheme } = app;
  const isReachable = hosts.length > 0 || scheme !== null;
  return [
    { title: 'The provider', where: 'App.tsx, around your root', code: providerOf(app, key, origin) },
    ...(isReachable ? [{ title: 'With Expo', where: 'app.json', code: pluginOf(app) }] : []),
    ...(isReachable
      ? [
          {
            title: 'Android without Expo',
            where: 'AndroidManifest.xml, in the main activity',
            code: intentFiltersOf(app),
            isBare: true,
          },
        ]
      : []),
    ...(hosts.length > 0
      ? [
          {
            title: 'iOS without Expo: associated domains',
            where: 'Xcode, Signing & Capabilities, Associated Domains',
            code: namesOf(app)
              .map((host) => `applinks:${host}`)
              .join('\n'),
            isBare: true,
          },
        ]
      : []),
    ...(scheme === null
      ? []
      : [{ title: 'iOS without Expo: scheme', where: 'Info.plist', code: urlTypesOf(scheme), isBare: true }]),
  ];
}
