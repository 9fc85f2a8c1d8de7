import { Choice } from './Choice';
import type { Lab } from './useLab';

/** How phones differ. */
export function PhoneSwitches({ lab }: { lab: Lab }) {
  const { os, switches } = lab.state;
  const isIos = os === 'ios';
  return (
    <>
      <Choice
        label="System"
        hint="Gives you a new phone without the app."
        value={os}
        options={[
          { value: 'android', name: 'Android' },
          { value: 'ios', name: 'iOS' },
        ]}
        onChange={lab.replacePhone}
      />
      <Choice
        label="Network"
        hint="Slow adds 1.4 s to every request."
        value={switches.network}
        options={[
          { value: 'good', name: 'Good' },
          { value: 'slow', name: 'Slow' },
          { value: 'off', name: 'Off' },
        ]}
        onChange={(network) => lab.change({ network })}
      />
      <Choice
        label="Links open in"
        hint="Many chats have a browser of their own."
        value={switches.linksOpenIn}
        options={[
          { value: 'browser', name: 'The browser' },
          { value: 'chat', name: 'The chat' },
        ]}
        onChange={(linksOpenIn) => lab.change({ linksOpenIn })}
      />
      <Choice
        label="Install referrer"
        hint={isIos ? 'Android only.' : 'The store tells the app which tap it was.'}
        isDisabled={isIos}
        value={switches.hasReferrer ? 'there' : 'missing'}
        options={[
          { value: 'there', name: 'There' },
          { value: 'missing', name: 'Missing' },
        ]}
        onChange={(value) => lab.change({ hasReferrer: value === 'there' })}
      />
      <Choice
        label="Clipboard"
        hint={isIos ? 'Your answer when the app wants to paste.' : 'iOS only.'}
        isDisabled={!isIos}
        value={switches.isClipboardAllowed ? 'allowed' : 'denied'}
        options={[
          { value: 'allowed', name: 'Allowed' },
          { value: 'denied', name: 'Denied' },
        ]}
        onChange={(value) => lab.change({ isClipboardAllowed: value === 'allowed' })}
      />
      <Choice
        label="Backup"
        hint={isIos ? 'Android only.' : 'The next install gets its old data back.'}
        isDisabled={isIos}
        value={switches.restoresBackup ? 'restored' : 'none'}
        options={[
          { value: 'none', name: 'None' },
          { value: 'restored', name: 'Restored' },
        ]}
        onChange={(value) => lab.change({ restoresBackup: value === 'restored' })}
      />
    </>
  );
}
