import { useState } from 'react';

import { copyText } from '../../../service/dashboard/src/ui/copyText.ts';
import type { Story } from '../state/Story';
import { storyAddress } from './storyAddress';

/** Copies where a story begins. A browser that refuses shows the address, which can be copied by hand. */
export function CopyAddress({ story }: { story: Story }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const address = storyAddress(story);
  const copy = async () => setOutcome((await copyText(address)) ? 'copied' : 'refused');
  return (
    <p className="story-address">
      <button type="button" className="button quiet" onClick={() => void copy()}>
        Copy this story’s address
      </button>
      <span role="status">{outcome === 'copied' ? 'Copied.' : outcome === 'refused' ? address : null}</span>
    </p>
  );
}
