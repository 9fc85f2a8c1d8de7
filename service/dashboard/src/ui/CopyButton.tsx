import { useEffect, useState } from 'react';
import { copyText } from './copyText.ts';

const SHOWN_MS = 2_000;

interface CopyButtonProps {
  text: string;
  /** What is copied, for those who hear the button without its place. */
  what: string;
}

const WORDS = { ready: 'Copy', copied: 'Copied', failed: 'Select and copy it' } as const;

export function CopyButton({ text, what }: CopyButtonProps) {
  const [phase, setPhase] = useState<keyof typeof WORDS>('ready');

  useEffect(() => {
    if (phase === 'ready') return;
    const timer = window.setTimeout(() => setPhase('ready'), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [phase]);

  const copy = async () => setPhase((await copyText(text)) ? 'copied' : 'failed');
  return (
    <button type="button" className="button quiet small copy" data-phase={phase} onClick={() => void copy()}>
      <span aria-live="polite">{WORDS[phase]}</span>
      <span className="visually-hidden"> {what}</span>
    </button>
  );
}
