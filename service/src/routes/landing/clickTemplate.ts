/** Stands for the click while a page is made. Nobody knows it, so that no title of a link can hold it. */
const PLACEHOLDER: string = crypto.randomUUID();

const encoder = new TextEncoder();

/** A page that differs from view to view by the id of the click alone. */
export type ClickTemplate = (clickId: string) => Uint8Array<ArrayBuffer>;

/**
 * Makes a page once, so that a view copies bytes instead of making it anew. The ids of clicks must have the length of a
 * UUID, as the places stay where they are.
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
  return (clickId) => {
    if (clickId.length !== PLACEHOLDER.length) throw new Error('The id of a click has the length of a UUID.');
    const id = encoder.encode(clickId);
    const copy = new Uint8Array(page);
    for (const place of places) copy.set(id, place);
    return copy;
  };
}
