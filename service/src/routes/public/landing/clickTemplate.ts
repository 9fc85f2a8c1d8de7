/** Stands for the click's id while a page is made. Nobody knows it, so no title of a link can contain it. */
const PLACEHOLDER: string = crypto.randomUUID();

const encoder = new TextEncoder();

/** A page of which only the click's id differs from view to view. */
export interface ClickTemplate {
  /** What it takes of the memory. */
  bytes: number;
  fill: (clickId: string) => Uint8Array<ArrayBuffer>;
}

/**
 * Makes a page once, so that each view only copies its bytes and writes the click's id into them. Ids must have the
 * length of a UUID, because the other bytes don't move.
 */
export async function prepareTemplate(render: (clickId: string) => Promise<string>): Promise<ClickTemplate> {
  const parts = (await render(PLACEHOLDER)).split(PLACEHOLDER);
  const page = encoder.encode(parts.join(PLACEHOLDER));
  const places: number[] = [];
  let end = 0;
  for (const part of parts.slice(0, -1)) {
    end += encoder.encode(part).length;
    places.push(end);
    end += PLACEHOLDER.length;
  }
  const fill = (clickId: string) => {
    if (clickId.length !== PLACEHOLDER.length) throw new Error('The id of a click has the length of a UUID.');
    const id = encoder.encode(clickId);
    const copy = new Uint8Array(page);
    for (const place of places) copy.set(id, place);
    return copy;
  };
  return { bytes: page.length, fill };
}
