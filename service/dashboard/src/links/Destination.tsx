import { webLink } from './webLink.ts';

/** Where a link leads: something to click only if a browser may go there. */
export function Destination({ to }: { to: string }) {
  const href = webLink(to);
  if (href === null) return <span className="destination">{to}</span>;
  return (
    <a className="destination" href={href} target="_blank" rel="noopener noreferrer">
      {to}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
