import { Reveal } from './Reveal.tsx';

/** A word that reveals its meaning. */
export function Explained({ word, meaning }: { word: string; meaning: string }) {
  return (
    <Reveal className="explained" more={<span className="meaning">{meaning}</span>}>
      {word}
    </Reveal>
  );
}
