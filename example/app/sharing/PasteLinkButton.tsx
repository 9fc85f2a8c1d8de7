import { useState } from 'react';
import { Platform } from 'react-native';
import { matchCopiedLink } from 'react-native-deferred-link';

import { Button } from '../ui/Button';

async function pasteLink() {
  const { default: Clipboard } = await import('@react-native-clipboard/clipboard');
  await matchCopiedLink(await Clipboard.getString());
}

/** For people who copied a link on the landing page. Google Play hands it over by itself. */
export function PasteLinkButton() {
  const [isPressed, setIsPressed] = useState(false);
  if (Platform.OS === 'android' || isPressed) return null;
  return (
    <Button
      kind="quiet"
      label="Paste the link you came from"
      onPress={() => {
        setIsPressed(true);
        void pasteLink();
      }}
    />
  );
}
