import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { until } from './until.mjs';

/** What a flow can ask for, by name: everything that a finger on the screen can't do. */
export function createVerbs(phone, gate, expectations) {
  return {
    ...phone,

    openTwice: (link) => Promise.all([phone.open(link), phone.open(link)]),

    online: () => gate.open(),
    offline: () => gate.close(),
    /** Requests from now on are taken and not answered. */
    hold: () => gate.hold(),
    held: () => until('true', () => gate.countHeld() > 0),

    async expect(what, ...args) {
      const expectation = expectations()[what];
      if (!expectation) throw new Error(`nothing is called ${what}`);
      await expectation(...args);
    },
  };
}

/** Does what the flows ask for by flows/hand.js: a verb and its arguments, separated by spaces. */
export function createHand(verbs) {
  return createServer(async (request, response) => {
    const asked = await text(request);
    const [verb, ...args] = asked.split(' ');
    try {
      if (!Object.hasOwn(verbs, verb)) throw new Error('nobody can do that');
      await verbs[verb](...args);
      response.end();
    } catch (error) {
      response.writeHead(500).end(`${asked}: ${error.message}`);
    }
  });
}
