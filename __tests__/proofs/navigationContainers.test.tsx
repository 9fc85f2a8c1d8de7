import { act } from '@testing-library/react-native';
import fc from 'fast-check';
import { consoleLines } from '../support/consoleLines';
import { createContainers, RELEASES, type ContainerProps } from '../support/createContainers';

const FATES = ['kept', 'discarded', 'replaced', 'mounted again', 'gone'] as const;
/** When the link is there. */
const TIMES = ['before the container', 'before its fate', 'in that moment', 'after it'] as const;
const FLAGS = [false, true];

interface Story {
  fate: (typeof FATES)[number];
  time: (typeof TIMES)[number];
  isRestored: boolean;
  strict: boolean;
  /** Whether the app forgets to keep the linking object between renders. */
  isRenewed: boolean;
}

const STORIES = FATES.flatMap((fate) =>
  TIMES.flatMap((time) =>
    FLAGS.flatMap((isRestored) =>
      FLAGS.flatMap((strict) => FLAGS.map((isRenewed): Story => ({ fate, time, isRestored, strict, isRenewed })))
    )
  )
);

const URL = 'https://shop.test/product/42';

/** The life of one container, and of those after it. */
async function tell({ fate, time, ...options }: Story, setup = {}) {
  const app = createContainers({ ...options, setup });
  const open = () => app.open(URL);

  if (time === 'before the container') open();
  if (fate === 'discarded') app.suspend();
  app.render({ key: 'first' });
  await app.wait(20);
  if (time === 'before its fate') open();
  if (time === 'before its fate') await app.wait(500);

  act(() => {
    if (time === 'in that moment') open();
    if (fate === 'discarded') app.resume();
    else if (fate === 'replaced') app.render({ key: 'second' });
    else if (fate !== 'kept') app.render();
  });
  if (fate === 'mounted again') app.render({ key: 'second' });
  await app.wait(20);
  if (time === 'after it') open();
  await app.wait(1000);
  const isOver = app.opened.length;

  // Whoever comes after them finds the link only if nobody had it.
  app.render({ key: 'last' });
  await app.wait(1000);
  app.render({ key: 'very last' });
  await app.wait(1000);
  return { opened: app.opened, isOver, waiting: app.waiting() };
}

test.each(STORIES)(
  'a link $time, whose container is $fate (restored: $isRestored, StrictMode: $strict, linking renewed: $isRenewed): opened once',
  async (story) => {
    const { opened, isOver, waiting } = await tell(story);
    expect(opened).toEqual([expect.stringMatching(/ \/product\/42$/)]);
    expect(waiting).toBe(null);
    const { fate, time, isRestored } = story;
    const isReadyThen = time.startsWith('before') || (time === 'in that moment' && isRestored);
    expect(isOver).toBe(fate !== 'gone' || isReadyThen ? 1 : 0);
  }
);

test.each(STORIES.filter(({ strict, isRenewed }) => !strict && !isRenewed))(
  'a link $time that the filter refuses, whose container is $fate (restored: $isRestored): stays in the context',
  async (story) => {
    const { opened, waiting } = await tell(story, { filter: () => false });
    expect(opened).toEqual([]);
    expect(waiting).toBe('/product/42');
  }
);

/** What may happen to a container, one thing after the other. */
const STEPS = [
  'mount',
  'unmount',
  'restore',
  'disable',
  'enable',
  'render',
  'suspend',
  'resume',
  'open',
  'open',
] as const;
const PAUSES = [0, 20, 200];

test.each(RELEASES)(
  '%s: whatever happens to a container, no link is opened twice and the newest is opened',
  async (release) => {
    const story = fc.record({
      steps: fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.constantFrom(...PAUSES)), { maxLength: 12 }),
      // In StrictMode with React 19, version 6 forgets its state by itself.
      strict: release === 'react-navigation-6' ? fc.constant(false) : fc.boolean(),
      isRenewed: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(story, async ({ steps, ...options }) => {
        const app = createContainers({ ...options, release });
        let links = 0;
        let container: ContainerProps | null = null;
        for (const [i, [step, pause]] of steps.entries()) {
          if (step === 'mount' || step === 'restore') container = { key: `${i}`, isRestored: step === 'restore' };
          if (step === 'unmount') container = null;
          if (container && (step === 'disable' || step === 'enable')) container.enabled = step === 'enable';
          if (step === 'suspend') app.suspend();
          if (step === 'resume') app.resume();
          else if (step === 'open') app.open(`/product/${++links}`);
          else app.render(...(container ? [{ ...container }] : []));
          await app.wait(pause);
        }
        app.resume();
        app.render({ key: 'last' });
        await app.wait(2000);
        app.unmount();
        consoleLines();
        const routes = app.opened.map((opening) => opening.replace(/.* /, ''));
        expect(routes).toEqual([...new Set(routes)]);
        if (links > 0) expect(routes).toContain(`/product/${links}`);
      }),
      { seed: 20260101, numRuns: 100 }
    );
  }
);
