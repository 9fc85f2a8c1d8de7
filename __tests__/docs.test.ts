import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { ERROR_TEXTS } from '../src/core/errorTexts';

const ROOT = resolve(__dirname, '..');
const DOCS = join(ROOT, 'docs');

interface Sample {
  /** Where it stands, as a file beside the tests: module names mean there what they mean in an app. */
  path: string;
  text: string;
}

/** Packages that only some apps have, as far as the samples use them. `npm run check:docs` has the real ones. */
const EXPO = `
declare module 'expo-router' {
  export function Stack(props: { screenOptions?: { headerShown?: boolean } }): null;
  export const DarkTheme: object;
  export const DefaultTheme: object;
  export function ThemeProvider(props: { value: object; children: React.ReactNode }): null;
  export function useLocalSearchParams<Params>(): Params;
  // As generated where \`typedRoutes\` is on, which is the default: the routes of the app, and no other text.
  export type Href = '/' | \`/product/\${string}\`;
  export function useRouter(): { push(route: Href): void };
}
declare module 'expo-router/testing-library' {
  export const screen: { findByText(text: string): Promise<object> };
  export function renderRouter(routes: Record<string, () => React.ReactNode>): { getPathname(): string };
}
declare module '@/components/app-tabs' {
  export default function AppTabs(): null;
}
declare module '*/src/app/_layout' {
  export default function RootLayout(): null;
}
declare module '*/src/app/product/[id]' {
  export default function Product(): null;
}
declare module 'expo-clipboard' {
  export const isPasteButtonAvailable: boolean;
  export function ClipboardPasteButton(props: {
    acceptedContentTypes?: ('plain-text' | 'image' | 'url' | 'html')[];
    onPress(data: { type: 'text'; text: string } | { type: 'image'; data: string }): void;
  }): null;
}
declare module 'expo-notifications' {
  export interface NotificationResponse {
    notification: { request: { content: { data?: Record<string, unknown> } } };
  }
  export function getLastNotificationResponse(): NotificationResponse | null;
  export function clearLastNotificationResponse(): void;
  export function addNotificationResponseReceivedListener(listener: (response: NotificationResponse) => void): {
    remove(): void;
  };
}
declare module 'expo-camera' {
  export function CameraView(props: {
    barcodeScannerSettings?: { barcodeTypes: 'qr'[] };
    onBarcodeScanned?: (result: { data: string }) => void;
  }): null;
}
declare module '@react-native-firebase/messaging' {
  interface RemoteMessage {
    messageId?: string;
    data?: { [key: string]: string | object };
  }
  interface Messaging {}
  export function getMessaging(): Messaging;
  export function getInitialNotification(
    messaging: Messaging
  ): Promise<RemoteMessage | null>;
  export function onNotificationOpenedApp(
    messaging: Messaging,
    listener: (message: RemoteMessage) => void
  ): () => void;
}
declare module 'react-native-fbsdk-next' {
  export const AppLink: { fetchDeferredAppLink(): Promise<string | null> };
}
declare module 'react-native-branch' {
  const branch: {
    subscribe(options: { onOpenComplete(event: { params?: Record<string, unknown> }): void }): () => void;
  };
  export default branch;
}
declare module 'expo-splash-screen' {
  export function preventAutoHideAsync(): Promise<boolean>;
  export function hide(): void;
}
`;

const pages = readdirSync(DOCS).filter((name) => name.endsWith('.md'));
const textOf = (page: string) => readFileSync(join(DOCS, page), 'utf8');

function samplesOf(page: string, languages: string): Sample[] {
  const fences = textOf(page).matchAll(new RegExp(`^\`\`\`(${languages})\\n([\\s\\S]*?)^\`\`\``, 'gm'));
  return [...fences].map(([, language, text], i) => ({
    path: join(ROOT, '__tests__', `docs-${page}-${i + 1}.${language}`),
    text: text ?? '',
  }));
}

/** Compiles all samples at once, under the options of the project. */
function compile(samples: Sample[]): string[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, ROOT);
  const files = new Map(
    [...samples, { path: join(ROOT, '__tests__', 'docs-expo.d.ts'), text: EXPO }].map((file) => [file.path, file.text])
  );
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.getSourceFile = (path, ...rest) => {
    const text = files.get(path);
    return text === undefined
      ? getSourceFile(path, ...rest)
      : ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].flatMap((path) => {
    const source = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${path.slice(ROOT.length)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
    );
  });
}

test('every sample in the guides compiles', () => {
  const samples = pages.flatMap((page) => samplesOf(page, 'tsx|ts'));
  expect(samples.length).toBeGreaterThan(8);
  expect(compile(samples)).toEqual([]);
}, 120_000);

test('docs/api.md quiets webpack with the line that the check of the package tries', () => {
  const line = /ignoreWarnings: .*\]/.exec(readFileSync(join(ROOT, 'scripts/app/web/webpack.config.cjs'), 'utf8'))?.[0];
  expect(textOf('api.md')).toContain(`\`${line}\``);
});

test('every JSON sample parses', () => {
  const samples = pages.flatMap((page) => samplesOf(page, 'json'));
  expect(samples.length).toBeGreaterThan(0);
  for (const { text } of samples) JSON.parse(text);
});

/** All pages with links, by their path in the repository. */
const LINKING = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'llms.txt',
  'example/README.md',
  'example/device-checks.md',
  'service/README.md',
  'service/citus.md',
  'service/protocol.md',
  'service/reference.md',
  'service/bench/service/README.md',
  ...pages.map((page) => `docs/${page}`),
];

/** The anchors that a page has on GitHub. */
const anchorsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(
    ([, title = '']) =>
      `#${title
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replace(/ /g, '-')}`
  );

/** README is read outside of the repository, too: in the package, and where it is listed. */
const IN_REPOSITORY = 'https://github.com/react-native-deferred-link/react-native-deferred-link/';

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

/** A link as README writes it: `[text][label]`, with the address of the label at the end of the page. */
const LABEL = /^\[([^\]]+)\]: (.+)$/gm;

test('the links in README.md are absolute, and each label has one address', () => {
  const addresses = [...README.matchAll(LABEL), ...README.matchAll(/\]()\(([^)]*)\)/g)].map(([, , address]) => address);
  expect(addresses.filter((address) => !address?.startsWith('https:'))).toEqual([]);
  const text = README.replaceAll(LABEL, '').replaceAll(/```[^]*?```/g, '');
  const used = [...text.matchAll(/(?<!!)\[([^\]]+)\](?:\[([^\]]+)\])?(?!\()/g)].map(
    ([, shown, label = shown]) => label
  );
  const labels = [...README.matchAll(LABEL)].map(([, label]) => label?.toLowerCase());
  expect(labels.sort()).toEqual([...new Set(used.map((label) => label?.toLowerCase()))].sort());
});

test.each(LINKING)('the links in %s lead somewhere', (page) => {
  const here = relative(dirname(join(ROOT, page)), ROOT) || '.';
  const text = readFileSync(join(ROOT, page), 'utf8')
    .replaceAll(LABEL, '[$1]($2)')
    .replaceAll(`${IN_REPOSITORY}blob/main/`, `${here}/`)
    .replaceAll(`${IN_REPOSITORY}raw/main/`, `${here}/`);
  for (const [link, target = '', anchor] of text.matchAll(/\]\((?!https?:)([^)#]*)(#[^)]*)?\)/g)) {
    const file = target ? resolve(ROOT, dirname(page), target) : join(ROOT, page);
    expect([link, existsSync(file)]).toEqual([link, true]);
    if (anchor) expect(anchorsOf(file)).toContain(anchor);
  }
});

test('the guides begin with the page to which the log of an install without a match leads', () => {
  expect(textOf('README.md')).toMatch(/^# Guides, by question\s+\*\*[^\n]*\]\(debugging\.md\)/);
});

test('the page on debugging explains every reason for which the service finds no link', () => {
  const route = readFileSync(join(ROOT, 'service/src/routes/owner/lists/matchAttempts.ts'), 'utf8');
  const outcomes = /outcomeSchema = z\.enum\(\[(.*?)\]\)/.exec(route)?.[1]?.match(/\w+/g) ?? [];
  const reasons = outcomes.filter((outcome) => outcome !== 'matched');
  expect(reasons.length).toBeGreaterThan(2);
  const explained = [...textOf('debugging.md').matchAll(/^\| `match: none`, `(\w+)` \|/gm)].map(([, reason]) => reason);
  expect(explained.sort()).toEqual(reasons.sort());
});

test('docs/debugging.md has a row for every error', () => {
  const rows = Object.entries(ERROR_TEXTS).map(([name, text]) => `| \`${name}\` | ${text} | `);
  expect(rows.filter((row) => !textOf('debugging.md').includes(row))).toEqual([]);
});
