import { useEffect, useRef, useState } from 'react';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { previewUrl, type LandingValues, type ShownLink } from './landingValues.ts';
import type { App } from './requests.ts';

const DEVICES = [
  { value: 'ios', name: 'iPhone' },
  { value: 'android', name: 'Android' },
  { value: 'desktop', name: 'Desktop' },
] as const;

const SCHEMES = [
  { value: 'light', name: 'Light' },
  { value: 'dark', name: 'Dark' },
] as const;

/** How long to wait for the next letter. */
const WAIT_MS = 250;

interface LandingPreviewProps {
  app: App;
  values: LandingValues;
  language: string;
  /** The link, if the preview is about one. */
  link?: ShownLink;
}

/** The page that visitors get, in a frame. */
export function LandingPreview({ app, values, language, link }: LandingPreviewProps) {
  const [device, setDevice] = useState<(typeof DEVICES)[number]['value']>('ios');
  const [scheme, setScheme] = useState<(typeof SCHEMES)[number]['value']>('light');
  const url = previewUrl(app, values, language, device, scheme, link);
  const [first] = useState(url);
  const shown = useRef(first);
  const frame = useRef<HTMLIFrameElement>(null);

  useEffect(() => {
    if (url === shown.current) return undefined;
    const timer = setTimeout(() => {
      shown.current = url;
      // Another src would make the browser's Back button walk through all previews.
      frame.current?.contentWindow?.location.replace(url);
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [url]);

  return (
    <div className="landing-preview">
      <div className="actions">
        <SegmentedControl legend="Device" options={DEVICES} value={device} onChange={setDevice} />
        <SegmentedControl legend="Colour scheme" options={SCHEMES} value={scheme} onChange={setScheme} />
      </div>
      <iframe ref={frame} src={first} title="Preview of the landing page" data-device={device} />
    </div>
  );
}
