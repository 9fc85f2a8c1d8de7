/** The events that the service has of the demo shop, oldest first. */
export async function listEvents(url) {
  const response = await fetch(`${url}/api/events`, {
    headers: { Authorization: 'Bearer sk_demo_local', 'X-App-ID': 'demo-shop' },
  });
  const { events } = await response.json();
  return events;
}
