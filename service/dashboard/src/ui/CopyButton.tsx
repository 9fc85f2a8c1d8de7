import { useEffect, useState } from 'react';
import { copyText } from './copyText.ts';

const SHOWN_MS = 2_000;

interface CopyButtonProps {
  text: string;
  /** What is copied, for those who hear the button without its place. */
  what: string;
  className?: string;
}

const WORDS = { ready: 'Copy', copied: 'Copied', failed: 'Select and copy it' } as const;

export function CopyButton({ text, what, className = 'button quiet small' }: CopyButtonProps) {
  const [phase, setPhase] = useState<keyof typeof WORDS>('ready');

  useEffect(() => {
    if (phase === 'ready') return;
    const timer = window.setTimeout(() => setPhase('ready'), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [phase]);

  const copy = async () => setPhase((await copyText(text)) ? 'copied' : 'failed');
  return (
    <button type="button" className={`${className} copy`} data-phase={phase} onClick={() => void copy()}>
      <span aria-live="polite">{WORDS[phase]}</span>
      <span className="visually-hidden"> {what}</span>
    </button>
  );
}
