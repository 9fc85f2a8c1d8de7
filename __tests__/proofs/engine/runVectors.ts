import { clickId } from '../../../src/core/clickId';
import { createEventQueue } from '../../../src/core/eventQueue';
import { parseLink } from '../../../src/core/parseLink';
import { resolveConfig } from '../../../src/core/resolveConfig';
import { systemClock } from '../../../src/native/clock';
import { createPost } from '../../../src/native/http';
import type { Ports } from '../../../src/ports';
import { createLinkService } from '../../../src/service/linkService';
import { createLinkSession } from '../../../src/session/linkSession';
import { createLinkState } from '../../../src/session/linkState';
import vectors from './vectors.json';
import type { VirtualTime } from './virtualTime';

/** A JSON body, a status, a text, `'cut'` for no connection, `null` for no answer. */
type Answer = object | number | string | null;

/** Answers the requests of the story that is told. */
export interface Network {
  answer(url: string): Answer;
}

interface Story {
  name: string;
  match?: Answer;
  resolve?: Answer;
  initialUrl?: string;
  tapAt?: number;
  shows: string[];
}

/** What was run, what it came to, and what it had to come to. */
export interface Result {
  name: string;
  got: unknown;
  expected: unknown;
}

function describeLink(input: string): string | null {
  const link = parseLink(input);
  return link && `${link.type} ${link.host} ${link.route}${link.isShort ? ' short' : ''}`;
}

function runQueue(): Result[] {
  const queue = createEventQueue();
  let last = 0;
  const ids = () => queue.peek(2000).map(({ id }) => id);
  const commands: Record<string, (count: number) => string> = {
    push(count) {
      for (let i = 0; i < count; i++) queue.push({ id: String(++last), json: `{"id":"${last}"}` });
      const all = ids();
      const dropped = queue.takeDropped();
      return dropped ? `${all.length} wait, ${all[0]} to ${all[all.length - 1]}; ${dropped} dropped` : all.join(' ');
    },
    peek: (count) =>
      queue
        .peek(count)
        .map(({ id }) => id)
        .join(' '),
    remove(count) {
      queue.remove(queue.peek(count));
      return ids().join(' ');
    },
    save() {
      return `${queue.text().split('\n').length} lines`;
    },
  };
  return (vectors.queue as [string, number, string][]).map(([command, count, expected]) => ({
    name: `queue: ${command} ${count}`,
    got: commands[command]?.(count),
    expected,
  }));
}

async function runStory(story: Story, time: VirtualTime, network: Network): Promise<Result> {
  const start = time.now();
  let open: (url: unknown) => void = () => {};
  const ports = {
    os: 'ios',
    clock: {
      now: time.now,
      elapsed: time.now,
      after(ms: number, run: () => void) {
        const timer = time.setTimeout(run, ms);
        return () => time.clearTimeout(timer);
      },
    },
    log: { error() {}, advise() {} },
    post: createPost(systemClock),
    initialLink: () => Promise.resolve(story.initialUrl ?? null),
    onLink(listener: typeof open) {
      open = listener;
    },
    device: {},
    clipboard: [() => false],
    missingAdvice() {},
  } as unknown as Ports;
  network.answer = (url) => (url.endsWith('/match-link') ? story.match : story.resolve) ?? null;

  const settings = resolveConfig({ API_KEY: 'key', appID: 'app', baseUrl: 'https://links.test' });
  const state = createLinkState(undefined, () => {});
  const got: string[] = [];
  let last: unknown = got;
  const note = () => {
    const link = state.get();
    if (link === last) return;
    last = link;
    const said = link ? `${link.type} ${link.route}` : link === null ? 'none' : 'looking';
    got.push(`${time.now() - start} ${said}`);
  };
  note();
  state.subscribe(note);
  const install = {
    isAllowed: () => true,
    open: () => Promise.resolve({ run: 'first' as const }),
    id: () => Promise.resolve('install'),
    noteUsed: () => Promise.resolve(true),
    link: () => Promise.resolve(undefined),
    noteLaunch: () => Promise.resolve(),
    isReload: () => Promise.resolve(false),
    shelveUnopened: () => Promise.resolve(true),
    noteUnanswered: () => Promise.resolve(true),
    mayAskAgain: () => false,
    mayMatchClipboard: () => Promise.resolve(false),
    forget() {},
  };
  const parts = {
    ports,
    settings,
    install,
    service: createLinkService(ports, settings, install),
    trace: () => () => {},
    filter: () => true,
  };
  createLinkSession(parts, state).start();
  if (story.tapAt !== undefined) {
    await time.pass(story.tapAt);
    open('myapp://cart/7');
  }
  await time.pass(2 * settings.timeoutMs);
  return { name: `session: ${story.name}`, got, expected: story.shows };
}

/** Runs core and session over the vectors, in whatever engine this is. */
export async function runVectors(time: VirtualTime, network: Network): Promise<Result[]> {
  const results: Result[] = [
    ...(vectors.links as [string, string | null][]).map(([input, expected]) => ({
      name: `link: ${input}`,
      got: describeLink(input),
      expected,
    })),
    ...(vectors.clickIds as [string, string | null][]).map(([input, expected]) => ({
      name: `click id: ${input}`,
      got: clickId(input),
      expected,
    })),
    ...runQueue(),
  ];
  for (const story of vectors.stories as Story[]) results.push(await runStory(story, time, network));
  return results;
}
