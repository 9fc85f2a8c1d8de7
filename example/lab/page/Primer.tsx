const steps = [
  ['First run?', 'Only the first start after an install looks for a deferred link.'],
  ['Opened by a link?', 'A link that opens the app wins, and nothing is asked.'],
  ['Install referrer', 'On Android the store may name the tap. Then the match is exact.'],
  ['Fingerprint', 'Otherwise model, screen and language are compared with recent taps.'],
  ['Clipboard', 'On iOS a copied link is as good as a referrer, if you allow it.'],
  ['Match', 'The app asks once per install, and gets the link.'],
  ['Short link', 'The service says where a link with one path segment leads.'],
  ['Hand over', 'The app gets the route, goes there and clears the link.'],
] as const;

/** Shown in place of the timeline until there is one. */
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
