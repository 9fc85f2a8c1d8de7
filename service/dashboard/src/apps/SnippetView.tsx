import { useId } from 'react';
import type { Snippet } from './snippets.ts';
import { CopyButton } from '../ui/CopyButton.tsx';

export function SnippetView({ title, where, code }: Snippet) {
  const id = useId();
  return (
    <div className="snippet">
      <div className="snippet-head">
        <div>
          <h3 id={id}>{title}</h3>
          <p className="hint">{where}</p>
        </div>
        <CopyButton text={code} what={title} />
      </div>
      {/* Wider than the screen it is scrolled, which the keyboard must be able to do, too. */}
      <pre tabIndex={0} aria-labelledby={id} role="region">
        <code>{code}</code>
      </pre>
    </div>
  );
}
