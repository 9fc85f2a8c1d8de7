import { useEffect, useRef, useState } from 'react';

import { phonePath, phoneTag } from '../device/phoneTag';
import { useService } from './service';
import type { Lab } from './useLab';

/** What the service's landing page tells the page that frames it. */
type LandingMessage =
  | { source: 'deferred-link-landing'; kind: 'store'; url: string }
  | { source: 'deferred-link-landing'; kind: 'copied'; link: string };

/** The page says below its buttons what came of them, and its window is small here. */
function keepStatusInView(page: Document | null | undefined) {
  const status = page?.getElementById('status');
  if (status)
    new MutationObserver(() => status.scrollIntoView({ block: 'nearest' })).observe(status, { childList: true });
}

/** The real landing page, which records the tap. */
export function LandingFrame({ lab, path }: { lab: Lab; path: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { dispatch } = lab;
  const isReady = useService().kind === 'ready';
  // A switch that is turned later changes the next tap, and doesn't load this page again.
  const [address] = useState(() => phonePath(phoneTag(lab.state), path));

  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<LandingMessage>) => {
      if (source !== frame.current?.contentWindow) return;
      if (data.source !== 'deferred-link-landing') return;
      if (data.kind === 'copied') dispatch({ type: 'linkCopied', link: data.link });
      if (data.kind === 'store') {
        const referrer = new URL(data.url, window.location.href).searchParams.get('referrer');
        dispatch({ type: 'storeOpened', referrer });
      }
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [dispatch]);

  return (
    <div className="landing-window">
      <iframe
        ref={frame}
        className="landing"
        title="Landing page"
        src={isReady ? address : undefined}
        onLoad={() => keepStatusInView(frame.current?.contentDocument)}
      />
    </div>
  );
}
