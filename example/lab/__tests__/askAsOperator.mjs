/** Asks the service over HTTP with the demo shop's secret key, as whoever runs a shop would. */
async function ask(url, path) {
  const response = await fetch(`${url}${path}`, {
    headers: { Authorization: 'Bearer sk_demo_local', 'X-App-ID': 'demo-shop' },
  });
  return response.json();
}

/** The events that the service has of the demo shop, oldest first. */
export const listEvents = async (url) => (await ask(url, '/api/events')).events;

/** What a link brought: clicks, installs, events and money. */
export async function figuresOf(url, code) {
  const { links } = await ask(url, `/api/statistics?by=link&link=${code}`);
  return links[0];
}
