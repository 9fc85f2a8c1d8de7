import { VARIABLES } from '../src/config/readEnvironment.ts';
import { createService } from '../src/routes/createService.ts';
import { createMetrics } from '../src/server/createMetrics.ts';
import type { Database } from '../src/storage/base/Database.ts';
import { DEFAULT_QUOTAS, QUOTA_NAMES, QUOTAS } from '../src/values/quotas.ts';
import {
  appLimit,
  DEFAULT_EVENTS_PER_DAY,
  DEFAULT_PER_APP,
  DEFAULT_PER_NETWORK,
  eventsLimit,
  networkLimit,
  NETWORKS_SHARING,
  newLinksLimit,
  PASTES_PER_DAY,
  SHARED_LINKS_PER_DAY,
  SIGN_IN_LIMIT,
  WIDE_EVENTS_TIMES,
  WIDE_NETWORKS_SHARING,
  WIDE_SIGN_IN_TIMES,
  WIDE_TIMES,
  type RateLimit,
} from '../src/values/rateLimits.ts';

interface Parameter {
  name: string;
  in: string;
  description?: string;
  schema: { enum?: string[]; default?: unknown; minimum?: number; maximum?: number };
}

interface Operation {
  summary: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
}

interface Document {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
}

/** What isn’t JSON for programs, so the OpenAPI document leaves it out. */
const UNDOCUMENTED: Record<string, string> = {
  '/metrics': 'Prometheus metrics, for the admin token or `METRICS_TOKEN`',
  '/health': 'The process is alive',
  '/ready': 'The database answers, and the process is not about to stop',
  '/api/tls/ask': 'For Caddy: 200 if an app has the host in `?domain=`, so it gets a certificate; else 404',
  '/dashboard/*': 'The dashboard, once `npm run build` has made it',
  '/api/icons/:app/:name': 'An app’s icon; the name is a hash of the file, so caches may keep it forever',
  '/.well-known/apple-app-site-association': 'For Apple: the apps on the host that was asked',
  '/.well-known/assetlinks.json': 'For Android: the same',
  '/banner.js': 'The bar for the team’s [own web site](../docs/web.md)',
  '/api/openapi.json': 'The OpenAPI document',
  '/*': 'Landing pages of codes with slashes and of path links',
};

/** Describes every route without a database: what is asked here reads none. */
async function readDocument(): Promise<Document & { others: string[] }> {
  const database: Partial<Database> = { onChange: () => undefined };
  const service = createService({ database: database as Database });
  const document = (await (await service.request('/api/openapi.json')).json()) as Document;
  const documented = Object.keys(document.paths).map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
  const paths = service.routes.filter(({ method }) => method === 'GET').map(({ path }) => path);
  return { ...document, others: [...new Set(paths)].filter((path) => !documented.includes(path)) };
}

function table(head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const number = (value: number) => value.toLocaleString('en');

const environment = table(
  ['variable', 'default', ''],
  VARIABLES.map(({ name, description, default: value, isSecret }) => [
    `\`${name}\``,
    value === null ? '' : `\`${value}\``,
    isSecret ? `${description} A file that \`${name}_FILE\` names may hold it.` : description,
  ])
);

function limits(): string {
  const network = networkLimit(DEFAULT_PER_NETWORK);
  const app = appLimit(DEFAULT_PER_APP);
  const rates = ({ perSecond, burst }: RateLimit) => [number(perSecond), number(burst)];
  return table(
    ['who', 'a second', 'at once', 'counted'],
    [
      [
        `a network: an IPv4 address or an IPv6 /64; a whole /24 or /48 gets ${WIDE_TIMES} times as much`,
        ...rates(network),
        'every request but `/health` and `/ready`; once for each 16 KiB of its body. `LIMIT_PER_NETWORK` changes it',
      ],
      ['an app', ...rates(app), 'requests with a valid key. `LIMIT_PER_APP` changes it'],
      [
        `an app’s users who create links; a network gets one of ${NETWORKS_SHARING} parts, a /24 or /48 one of ${WIDE_NETWORKS_SHARING}`,
        ...rates(newLinksLimit(app)),
        '`POST /api/link/create`; a part of the app’s limit',
      ],
      [
        `a network that signs in to the dashboard with a wrong key; a /24 or /48 gets ${WIDE_SIGN_IN_TIMES} times as much`,
        ...rates(SIGN_IN_LIMIT),
        '`POST /api/session`; the right key always works',
      ],
      [
        `a network whose installs paste a link that was copied without a click; a /24 or /48 gets ${WIDE_TIMES} times as much`,
        `${PASTES_PER_DAY} a day`,
        '',
        '`POST /api/link/match-link`; beyond that, no link is found',
      ],
      ['an install that creates links', `${SHARED_LINKS_PER_DAY} a day`, '', '`POST /api/link/create`'],
      [
        `events of a network; a /24 or /48 gets ${WIDE_EVENTS_TIMES} times as much`,
        ...rates(eventsLimit(network)),
        '`POST /api/link/events`; an event counts once for each kilobyte. A part of the network’s limit',
      ],
      [
        'events from the company’s server',
        ...rates(app),
        '`POST /api/events`; stored together, in a queue of their own in which apps take turns',
      ],
      [
        'events of an app’s phones',
        `${number(DEFAULT_EVENTS_PER_DAY)} a day`,
        '',
        '`POST /api/link/events`. `MAX_EVENTS_PER_DAY` changes it',
      ],
    ]
  );
}

const quotas = table(
  ['quota', 'default', 'counts'],
  QUOTAS.map((quota) => [`\`${quota}\``, number(DEFAULT_QUOTAS[quota]), QUOTA_NAMES[quota]])
);

async function metrics(): Promise<string> {
  const { text } = await createMetrics().read();
  const described = [...text.matchAll(/^# HELP (\w+) (.*)\n# TYPE \w+ (\w+)$/gm)];
  const rows = described.map(([, name = '', help = '', kind = '']) => [`\`${name}\``, kind, help]);
  return table(
    ['metric', 'kind', ''],
    rows.filter(([name]) => !/^`(nodejs|process)_/.test(name ?? ''))
  );
}

const scopeOf = ({ security = [] }: Operation) => security.flatMap(({ secretKey = [] }) => secretKey)[0];

function values({ schema }: Parameter): string {
  const { enum: names, default: value, minimum, maximum } = schema;
  return [
    ...(names ? [names.map((name) => `\`${name}\``).join(', ')] : []),
    ...(minimum !== undefined && maximum !== undefined ? [`${number(minimum)} to ${number(maximum)}`] : []),
    ...(value === undefined ? [] : [`by default \`${JSON.stringify(value).replaceAll('"', '')}\``]),
  ].join('; ');
}

function endpoints({ tags, paths, others }: Document & { others: string[] }): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation }))
  );
  const sections = tags.map(({ name: audience, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(audience));
    const rows = own.map(({ name, operation }) => [`\`${name}\``, scopeOf(operation) ?? '', operation.summary]);
    const isScoped = rows.some(([, scope]) => scope !== '');
    const unscoped = rows.map(([name = '', , summary = '']) => [name, summary]);
    const shown = isScoped ? table(['', 'scope', ''], rows) : table(['', ''], unscoped);
    return `### For ${audience === 'public' ? 'anybody' : `the ${audience}`}\n\n${description}\n\n${shown}`;
  });
  const asked = operations.map(({ name, operation }) => ({
    name,
    parameters: (operation.parameters ?? []).filter((parameter) => parameter.in === 'query'),
  }));
  const questions = asked
    .filter(({ parameters }) => parameters.length > 0)
    .map(({ name, parameters }) => {
      const rows = parameters.map((parameter) => [
        `\`${parameter.name}\``,
        values(parameter),
        parameter.description ?? '',
      ]);
      return `### ${name}\n\n${table(['parameter', 'values', ''], rows)}`;
    });
  const undocumented = others.map((path) => [`\`GET ${path}\``, UNDOCUMENTED[path] ?? '']);
  sections.push(`### Outside of the OpenAPI document\n\n${table(['', ''], undocumented)}`);
  return `${sections.join('\n\n')}\n\n## Parameters\n\n${questions.join('\n\n')}`;
}

/** The page that lists what the environment’s schema, the OpenAPI document, the limits and the metrics know. */
export async function writeReference(): Promise<string> {
  const document = await readDocument();
  return `# Reference of the service

\`npm run reference\` writes this page from the code: from the schema of the environment (\`src/config/readEnvironment.ts\`), the OpenAPI document (each route’s own file), the limits (\`src/values/rateLimits.ts\`) and the metrics (\`src/server/createMetrics.ts\`). To change a sentence, change it there.

## Environment

If any of these is invalid, the service names every mistake and doesn’t start. An empty value counts as not set.

${environment}

## Endpoints

\`GET /api/openapi.json\` has all of this with every field, as OpenAPI 3.1.

${document.info.description}

${endpoints(document)}

## Limits

These are the defaults.

${limits()}

Over a limit, the answer is 429 with \`Retry-After\`. Events over their limit are dropped, because phones would only send them again; \`events_dropped_total\` counts them. The limit per install stops only callers who send their install id. A mobile carrier has thousands of phones behind one address: raise \`LIMIT_PER_NETWORK\` if real traffic gets 429.

Requests with a secret key share a fifth of the connections, and downloads a tenth (at least one each); apps take turns. Events from a server aren’t among them. After waiting 2 s, or 20 s for a download, they get 503 with \`Retry-After\`.

Each instance counts for itself, so two of them admit twice as much. A restart resets the counts.

### Quotas

An app also has quotas. Creating more is a 409 that names the limit and the command that raises it, such as \`apps set my-app --quota links=2000000\`. \`--quota\` can be given several times, and replaces the quotas that were set before.

${quotas}

A shared view that has ended goes within an hour, and no icon may have more than 131,072 bytes. Instances that create at the same time never exceed a quota. A bulk or an import that doesn’t fit creates nothing. An app with more than 100,000 links that reached its quota and then deleted some may have to wait for some minutes until it gets the room.

## Metrics

\`GET /metrics\` takes the admin token or \`METRICS_TOKEN\`. [Rules for alerts](../docs/alerts.yml).

${await metrics()}

Also [prom-client’s defaults](https://github.com/siimon/prom-client#default-metrics), such as \`nodejs_eventloop_lag_p99_seconds\` and \`process_resident_memory_bytes\`.
`;
}
