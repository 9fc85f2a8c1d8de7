import { inbox, letterOf } from './inbox';
import type { Lab } from './useLab';

export function MessagesView({ lab }: { lab: Lab }) {
  return (
    <div className="messages">
      <h2>Messages</h2>
      <ul className="inbox">
        {[...lab.sharedLinks.map(letterOf), ...inbox].map((letter) => (
          <li key={letter.url} className="letter">
            <span className="avatar" data-sender={letter.sender} aria-hidden="true">
              {letter.sender[0]}
            </span>
            <div>
              <p className="letter-from">
                <strong>{letter.sender}</strong>
                <span className="tag" data-tone="quiet">
                  {letter.note}
                </span>
              </p>
              <p>{letter.text}</p>
              <button type="button" className="link" onClick={() => lab.tap(letter.url)}>
                {letter.url.replace(/^https:\/\//, '')}
              </button>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
