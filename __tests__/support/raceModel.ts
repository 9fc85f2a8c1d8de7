import type { Context } from './createDevice';

/** A link that somebody tapped or that opened the app; `null` order: the deferred one, older than all others. */
interface Arrival {
  order: number;
  /** Its own URL, and what it is known as if it was resolved. */
  urls: string[];
}

/**
 * What a person may see, whatever the order of things: it is told what arrives, what is cleared and what is
 * shown, and fails at the first thing that must not be.
 */
export function createRaceModel() {
  const arrivals: Arrival[] = [];
  const deferred: Arrival = { order: 0, urls: [] };
  const shownOrders: number[] = [];
  let isProcessed = false;
  let shown: string | null = null;

  const known = (url: string) => [deferred, ...arrivals].find(({ urls }) => urls.includes(url));

  return {
    newest: () => arrivals[arrivals.length - 1],
    wasShown: (order: number) => shownOrders.includes(order),

    match(...urls: string[]) {
      deferred.urls.push(...urls);
    },
    arrive(...urls: string[]) {
      arrivals.push({ order: arrivals.length + 1, urls });
    },
    clear() {
      shown = null;
    },
    /** `isFresh`: the first look after a mount, which may show what was found meanwhile. */
    see({ isLinkProcessed, linkUrl }: Context, isFresh: boolean) {
      if (isProcessed && !isLinkProcessed) throw new Error('isLinkProcessed went back to false');
      if (linkUrl !== null && !isLinkProcessed) throw new Error('a link before isLinkProcessed');
      isProcessed = isLinkProcessed;
      const url = linkUrl === null ? null : String(linkUrl);
      if (url === shown) return;
      if (url === null) throw new Error(`${shown} vanished without clearLink`);
      const link = known(url);
      if (!link) throw new Error(`${url} came from nowhere`);
      if (shownOrders.includes(link.order)) throw new Error(`${url} was shown twice`);
      if (shownOrders.some((order) => order > link.order))
        throw new Error(`${url} is older than what was shown before`);
      if (!isFresh && link.order < arrivals.length)
        throw new Error(`${url} was shown although a newer link had arrived`);
      shownOrders.push(link.order);
      shown = url;
    },
  };
}

export type RaceModel = ReturnType<typeof createRaceModel>;
