import { useEffect, useMemo, useRef, useState } from 'react';

import type { FromPhone, ToPhone } from '../device/messages';
import type { Install, Process } from '../state/LabState';
import { describePhone } from './describePhone';
import { useService } from './service';
import type { Lab } from './useLab';

interface Props {
  lab: Lab;
  install: Install;
  process: Process;
  isVisible: boolean;
}

/** The app's process: a frame that is gone for good when it is closed. */
export function AppFrame({ lab, install, process, isVisible }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const delivered = useRef(0);
  const [hasStarted, setStarted] = useState(false);
  const { dispatch, share, state } = lab;
  const isReady = useService().kind === 'ready';

  const setup = useMemo(
    () => describePhone(state, install, process.initialUrl),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the parts of the state that describe the phone
    [state.os, state.networkId, state.switches, state.clipboard, install, process.initialUrl]
  );
  // Only the first setup is in the address. Later ones are sent, as a new address would reload the frame.
  const [address] = useState(() => `phone.html#${encodeURIComponent(JSON.stringify(setup))}`);

  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<FromPhone>) => {
      if (source !== frame.current?.contentWindow || data.source !== 'lab-phone') return;
      if (data.report.kind === 'started') setStarted(true);
      if (data.report.kind === 'shared') share(data.report);
      dispatch({ type: 'phoneReported', message: data });
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [dispatch, share]);

  useEffect(() => {
    const send = (message: ToPhone) => frame.current?.contentWindow?.postMessage(message, window.location.origin);
    if (!hasStarted) return;

    send({ source: 'lab', kind: 'setup', setup });
    send({ source: 'lab', kind: 'appState', state: isVisible ? 'active' : 'background' });
    for (const url of process.openedUrls.slice(delivered.current)) {
      send({ source: 'lab', kind: 'url', url });
    }
    delivered.current = process.openedUrls.length;
  }, [hasStarted, setup, isVisible, process.openedUrls]);

  return (
    <iframe
      ref={frame}
      className="app-frame"
      title="Small Hours"
      src={isReady ? address : undefined}
      aria-hidden={!isVisible}
      tabIndex={isVisible ? 0 : -1}
      data-visible={isVisible}
    />
  );
}
