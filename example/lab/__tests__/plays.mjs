import { lab } from './stage.mjs';
import { BY_COPY, FROM_PLAY, LAMP, OFFER } from './words.mjs';

const install = async (button = FROM_PLAY) => {
  await lab.landing.getByRole('link', { name: button }).click();
  await lab.press('Install');
};

const tapLamp = () => lab.press(LAMP);
const openApp = () => lab.press('Open');

/** Each story as a person plays it, step by step, in the words of its steps. */
export const plays = {
  'Ada shares a lamp, and Ben buys it': {
    'press Share this lamp': () => lab.app.getByRole('button', { name: 'Share this lamp' }).click(),
    'Turn to Ben’s phone': () => lab.look('Ben'),
    'Tap Ada’s link': () => lab.bench.locator('.letter', { hasText: 'Created in the app' }).getByRole('button').click(),
    'Get the app': () => install(),
    'Open the app': openApp,
    'place the order': async () => {
      // Whoever has loaded the page again begins at the shop's front door.
      const lamp = lab.app.getByRole('link', { name: /Halo lamp/ });
      const add = lab.app.getByRole('button', { name: /^Add to cart/ });
      await lamp.or(add).first().waitFor();
      if (await lamp.isVisible()) await lamp.click();
      await add.click();
      await lab.app.getByRole('button', { name: 'Check out' }).click();
      await lab.app.getByRole('button', { name: 'Place order' }).click();
      await lab.shows('Thank you. Sleep well.');
      await lab.press('Home');
    },
  },
  'The store remembers the tap': { [`Tap ${LAMP}`]: tapLamp, 'Get the app': () => install(), 'Open the app': openApp },
  'The store forgets it': { [`Tap ${LAMP}`]: tapLamp, 'Get the app': () => install(), 'Open the app': openApp },
  'A link is copied on an iPhone': {
    [`Tap ${LAMP}`]: tapLamp,
    'Press Get Small Hours': () => install(BY_COPY),
    'Open the app': openApp,
  },
  'A link is tapped inside a chat’s own browser': {
    [`Tap ${LAMP}`]: tapLamp,
    'Get the app': () => install(),
    'Open the app': openApp,
  },
  'Two people, one network': {
    [`Tap ${LAMP}`]: async () => {
      // Chromium's own line about the answer, at the end.
      lab.expectError(/status of 404/);
      await tapLamp();
      await lab.landing.getByRole('link', { name: FROM_PLAY }).waitFor();
    },
    'Turn to Ben’s phone': () => lab.look('Ben'),
    [`Tap ${OFFER}`]: () => lab.press(OFFER),
    'Get the app': () => install(),
    'Open the app': openApp,
  },
  'The first launch is offline': {
    [`Tap ${LAMP}`]: async () => {
      lab.expectError(/^\[Link\] match: the service can't be reached/);
      await tapLamp();
    },
    'Get the app': () => install(),
    'Switch Network to Off': () => lab.choose('Network', 'Off'),
    'Open the app': async () => {
      await openApp();
      await lab.settled();
    },
    'Switch Network to Good': () => lab.choose('Network', 'Good'),
    'Press Home': async () => {
      await lab.press('Home');
      await lab.press('Small Hours');
    },
  },
  'Consent comes later': {
    [`Tap ${LAMP}`]: tapLamp,
    'Get the app': () => install(),
    'Open the app': openApp,
    'Switch Consent to Granted': () => lab.choose('Consent', 'Granted'),
  },
  'An old user updates the app': {
    [`Tap ${LAMP}`]: tapLamp,
    'Get the app': async () => {
      await lab.landing.getByRole('link', { name: FROM_PLAY }).click();
      await lab.press('Update');
    },
    'Open the app': openApp,
  },
};

export const chooseStory = (title) => lab.page.getByRole('button', { name: title }).click();

export const nextStep = (text) => lab.bench.locator('.story-steps [aria-current="step"]', { hasText: text });
export const over = () => lab.bench.locator('.lesson[data-over="true"]');

/** Plays the steps of a story. */
export async function play(title) {
  for (const [text, run] of Object.entries(plays[title])) {
    await nextStep(text).waitFor();
    await run();
  }
}

/** Waits until the story says what it showed. */
export const untilOver = () => over().waitFor();
