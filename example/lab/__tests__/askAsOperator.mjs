/**
 * Asks the service over HTTP with the demo shop's secret key, as whoever runs a shop would. It is asked from the lab's
 * page, because only that page's browser may have it.
 */
function ask(page, path, body) {
  const options = {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: 'Bearer sk_demo_local',
      'X-App-ID': 'demo-shop',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  };
  return page.evaluate(async ([to, how]) => (await fetch(to, how)).json(), [path, options]);
}

/** The events that the service has of the demo shop, oldest first. */
export const listEvents = async (page) => (await ask(page, '/api/events')).events;

/** What happened in the shop in the last thirty days, and on each of its links. */
export async function monthOf(page) {
  const { total } = await ask(page, '/api/statistics');
  const { links } = await ask(page, '/api/links?counts=true');
  return { ...total, links };
}

/** What a link brought: clicks, installs, events and money. */
export async function figuresOf(page, code) {
  const { rows } = await ask(page, `/api/statistics?by=link&link=${code}`);
  return rows[0];
}

/** Who brought the user of this install, and how that is known. */
export const findInstall = (page, id) => ask(page, `/api/installs/${id}`);

/** Reports what the shop's server knows, such as a renewal. */
export const sendEvents = (page, events) => ask(page, '/api/events', { events });
