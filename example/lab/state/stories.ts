import { LINK_HOST } from '../../app/linkConfig';
import { shopLinks } from '../shopLinks';
import type { LabState, Switches } from './LabState';
import type { Person } from './people';
import { purchaseIn } from './purchaseIn';
import type { Story, StoryStep } from './Story';

const LAMP_PAGE = `https://${LINK_HOST}/product/halo-lamp`;
const LAMP_LINK = `${LINK_HOST}/${shopLinks.halo.code}`;
const OFFER_LINK = `${LINK_HOST}/${shopLinks.welcome.code}`;

const isRunning = ({ app }: LabState) => app.kind === 'installed' && app.process !== null;

const on =
  (owner: Person, isTrue: (phone: LabState) => boolean): StoryStep['isDone'] =>
  (phone) =>
    phone.owner === owner && isTrue(phone);

const tap = (owner: Person, link: string): StoryStep => ({
  text: `Tap ${link} in Messages.`,
  isDone: on(owner, ({ place, app }) => place.view === 'browser' || place.view === 'store' || app.kind === 'installed'),
});

const install = (owner: Person, text = 'Get the app, and install it.'): StoryStep => ({
  text,
  isDone: on(owner, ({ app }) => app.kind === 'installed'),
});

const open = (owner: Person): StoryStep => ({ text: 'Open the app.', isDone: on(owner, isRunning) });

const turnToBen: StoryStep = { text: 'Turn to Ben’s phone, at the top.', isDone: (_, { shown }) => shown === 'Ben' };

const isShared: StoryStep['isDone'] = (_, { sharedLinks }) => sharedLinks.some(({ from }) => from === 'Ada');

const turnSwitch = (text: string, isTrue: (switches: Switches) => boolean): StoryStep => ({
  text,
  isDone: on('Ada', (phone) => isRunning(phone) && isTrue(phone.switches)),
});

const fromTapToApp = [tap('Ada', LAMP_LINK), install('Ada'), open('Ada')];

/** If the page is loaded again just before a match is reported, only the next launch tells that there was one. */
const hasMatched = ({ episodes }: LabState) =>
  episodes.some(({ entries }) =>
    entries.some(
      ({ diagnostic: { step, outcome } }) =>
        (step === 'match' && outcome === 'found') || (step === 'firstRun' && outcome === 'used')
    )
  );

/** The best one first. Each id is the story's address, which people have shared. */
export const stories: readonly Story[] = [
  {
    id: 'ada-shares-a-lamp',
    title: 'Ada shares a lamp, and Ben buys it',
    lesson: 'Ben’s purchase is attributed to Ada’s link.',
    phones: { Ada: { openedBy: LAMP_PAGE } },
    steps: [
      { text: 'In the app, press Share this lamp.', isDone: isShared },
      {
        ...turnToBen,
        isDone: (phone, people) => isShared(phone, people) && turnToBen.isDone(phone, people),
      },
      tap('Ben', 'Ada’s link'),
      install('Ben'),
      open('Ben'),
      {
        text: 'Add the lamp to the cart, check out and place the order. Then press Home, and the app sends its events.',
        isDone: on('Ben', ({ episodes }) => episodes.some((episode) => purchaseIn(episode) !== undefined)),
      },
    ],
  },
  {
    id: 'the-store-remembers',
    title: 'The store remembers the tap',
    lesson: 'Google Play tells the app which tap led to the install, so the match is exact.',
    steps: fromTapToApp,
  },
  {
    id: 'the-store-forgets',
    title: 'The store forgets it',
    lesson: 'Without a referrer, the phone’s fingerprint finds the link. Under Requests, open /match-link to see it.',
    phones: { Ada: { switches: { hasReferrer: false } } },
    steps: fromTapToApp,
  },
  {
    id: 'a-link-is-copied',
    title: 'A link is copied on an iPhone',
    lesson: 'A copied link is as good as a referrer.',
    phones: { Ada: { os: 'ios' } },
    steps: [
      tap('Ada', LAMP_LINK),
      install('Ada', 'Press Get Small Hours, which copies the link, and install it.'),
      open('Ada'),
    ],
  },
  {
    id: 'inside-a-chat',
    title: 'A link is tapped inside a chat’s own browser',
    lesson: 'The page says how to leave the chat’s browser, and its button takes the tap to the store all the same.',
    phones: { Ada: { switches: { linksOpenIn: 'chat' } } },
    steps: fromTapToApp,
  },
  {
    id: 'two-people-one-network',
    title: 'Two people, one network',
    lesson: 'Both taps could have led to Ben’s phone. The service doesn’t guess.',
    phones: { Ben: { switches: { hasReferrer: false } } },
    steps: [tap('Ada', LAMP_LINK), turnToBen, tap('Ben', OFFER_LINK), install('Ben'), open('Ben')],
  },
  {
    id: 'the-first-launch-is-offline',
    title: 'The first launch is offline',
    lesson: 'The app carries on without a link, and finds it when it comes back.',
    phones: { Ada: { switches: { retriesMatch: true } } },
    steps: [
      tap('Ada', LAMP_LINK),
      install('Ada'),
      {
        text: 'Switch Network to Off.',
        isDone: on('Ada', ({ app, switches }) => app.kind === 'installed' && switches.network === 'off'),
      },
      open('Ada'),
      turnSwitch('Switch Network to Good.', ({ network }) => network !== 'off'),
      { text: 'Press Home, and open the app again.', isDone: on('Ada', hasMatched) },
    ],
  },
  {
    id: 'consent-comes-later',
    title: 'Consent comes later',
    lesson: 'Nothing is read or sent before consent, and the link is found after it.',
    phones: { Ada: { switches: { consent: 'pending' } } },
    steps: [...fromTapToApp, turnSwitch('Switch Consent to Granted.', ({ consent }) => consent === 'granted')],
  },
  {
    id: 'an-old-user-updates',
    title: 'An old user updates the app',
    lesson: 'People who had the app before the library was added are not matched.',
    phones: { Ada: { switches: { isUpdate: true } } },
    steps: [tap('Ada', LAMP_LINK), install('Ada', 'Get the app, and update it.'), open('Ada')],
  },
];
