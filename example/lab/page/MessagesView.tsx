import { inbox, letterOf } from './inbox';
import type { Lab } from './useLab';

export function MessagesView({ lab }: { lab: Lab }) {
  return (
    <ul className="inbox">
      {[...lab.sharedLinks.map(letterOf), ...inbox].map((letter) => (
        <li key={letter.url} className="letter">
          <span className="avatar" data-sender={letter.sender} aria-hidden="true">
            {letter.sender[0]}
          </span>
          <div>
            <p className="letter-from">
              <strong>{letter.sender}</strong> {letter.via}
              <span className="tag">{letter.note}</span>
            </p>
            <p>{letter.text}</p>
            <button type="button" className="link" onClick={() => lab.tap(letter.url)}>
              {letter.url.replace(/^https:\/\//, '')}
            </button>
          </div>
        </li>
      ))}
    </ul>
  );
}
