import { useState } from 'react';
import { View } from 'react-native';
import type { NewLink } from 'react-native-deferred-link/create-link';

import { Button } from '../ui/Button';
import { Copy } from '../ui/Copy';
import { shareLink, type ShareOutcome } from './shareLink';

interface Props {
  label: string;
  link: NewLink;
  /** What the message says before the link. */
  text: string;
  onShared: () => void;
}

export function ShareButton({ label, link, text, onShared }: Props) {
  const [phase, setPhase] = useState<'ready' | 'sharing' | ShareOutcome>('ready');

  const share = async () => {
    if (phase === 'sharing') return;
    setPhase('sharing');
    const outcome = await shareLink(link, text);
    setPhase(outcome);
    if (outcome === 'shared') onShared();
  };

  return (
    <View>
      <Button kind="quiet" label={phase === 'sharing' ? 'Making a link…' : label} onPress={() => void share()} />
      {phase === 'failed' ? (
        <View role="alert" style={{ paddingTop: 8 }}>
          <Copy kind="small" tone="accent">
            We couldn’t make a link just now. It takes a connection, and your consent. Please try again.
          </Copy>
        </View>
      ) : null}
    </View>
  );
}
