import { Reveal } from './Reveal.tsx';

interface ExplainedProps {
  word: string;
  meaning: string;
  /** What a click does, besides revealing the meaning. */
  onClick?: () => void;
}

/** A word that reveals its meaning. */
export function Explained({ word, meaning, onClick }: ExplainedProps) {
  return (
    <Reveal className="explained" more={<span className="meaning">{meaning}</span>} onClick={onClick}>
      {word}
    </Reveal>
  );
}
