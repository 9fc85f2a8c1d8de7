import { createDevice } from './createDevice';
import type { linkServer, Received } from './linkServer';

interface Event {
  id: string;
  name: string;
  data?: unknown;
  timestamp: string;
}

type Service = ReturnType<typeof linkServer>;

export const eventsOf = ({ body }: Received) => body.events as Event[];
export const sentEvents = (service: Service) => service.to('events').flatMap(eventsOf);
export const sizes = (service: Service) => service.to('events').map((request) => eventsOf(request).length);
export const numbers = (service: Service) => sentEvents(service).map(({ data }) => data);
export const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

/** Launches, and gives what tests of events are about. */
export async function launchApp(device = createDevice(), options: Parameters<typeof device.launch>[0] = {}) {
  const app = await device.launch(options);
  const { logEvent } = app.library.LinkAnalytics;
  const logMany = (from: number, to: number) => {
    for (let n = from; n < to; n++) logEvent('search', n);
  };
  return { app, device, logEvent, logMany };
}

/** What an app that shares no memory with an earlier one finds on the same phone. */
export const relaunch = (device: ReturnType<typeof createDevice>, disk = device.phone.disk) =>
  launchApp(createDevice({ disk: new Map(disk) }));
