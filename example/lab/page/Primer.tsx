const steps = [
  ['First run?', 'Only the first start after an install looks for a deferred link.'],
  ['Opened by a link?', 'A link that opens the app wins, and nothing is asked.'],
  ['Install referrer', 'On Android the store may know the tap: an exact match.'],
  ['Fingerprint', 'Otherwise model, screen and language are compared.'],
  ['Clipboard', 'On iOS a copied link is as good as a referrer, if you allow it.'],
  ['Match', 'One request per install; the answer is the link.'],
  ['Short link', 'A link of one segment is resolved to where it leads.'],
  ['Hand over', 'The app gets the route, goes there and clears the link.'],
] as const;

/** What stands in the timeline's place until there is one. */
export function Primer() {
  return (
    <ol className="primer">
      {steps.map(([name, text]) => (
        <li key={name}>
          <strong>{name}</strong> <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}
