/** Asks the service over HTTP with the demo shop's secret key, as whoever runs a shop would. */
async function ask(url, path, body) {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: 'Bearer sk_demo_local',
      'X-App-ID': 'demo-shop',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  return response.json();
}

/** The events that the service has of the demo shop, oldest first. */
export const listEvents = async (url) => (await ask(url, '/api/events')).events;

/** What a link brought: clicks, installs, events and money. */
export async function figuresOf(url, code) {
  const { rows } = await ask(url, `/api/statistics?by=link&link=${code}`);
  return rows[0];
}

/** Who brought the user of this install, and how that is known. */
export const findInstall = (url, id) => ask(url, `/api/installs/${id}`);

/** Reports what the shop's server knows, such as a renewal. */
export const sendEvents = (url, events) => ask(url, '/api/events', { events });
