import { useEffect, useRef, useState } from 'react';
import { qrFileName } from '../../../src/routes/owner/links/qrFileName.ts';
import { useCurrentApp } from '../apps/currentApp.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { saveFile } from '../ui/saveFile.ts';
import { drawQr, qrColour, qrSvg, type QrLook } from './qrPath.ts';
import type { Link } from './requests.ts';

/** Enough for a screen and for small prints; for large ones there is SVG. */
const PIXELS = 1_024;

async function loadIcon(url: string): Promise<HTMLImageElement | null> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return image;
  } catch {
    return null;
  }
}

interface QrDialogProps {
  link: Pick<Link, 'code' | 'name' | 'shortUrl'>;
  onClose: () => void;
}

/** The code of a link, black or in the colour and with the icon of the app, to save as PNG or SVG. */
export function QrDialog({ link, onClose }: QrDialogProps) {
  const { app } = useCurrentApp();
  const { shortUrl } = link;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isBranded, setBranded] = useState(false);
  const [icon, setIcon] = useState<HTMLImageElement | null>(null);
  const look: QrLook = isBranded ? { colour: qrColour(app.accent), icon } : { colour: '#000000', icon: null };

  useEffect(() => {
    if (app.icon !== null) void loadIcon(app.icon).then(setIcon);
  }, [app.icon]);
  useEffect(() => {
    if (canvas.current) drawQr(canvas.current, shortUrl, { colour: look.colour, icon: look.icon });
  }, [shortUrl, look.colour, look.icon]);

  const savePng = () =>
    canvas.current?.toBlob((blob) => blob && saveFile(`${qrFileName(link)}.png`, 'image/png', blob), 'image/png');
  return (
    <Dialog title="QR code" onClose={onClose}>
      <canvas
        ref={canvas}
        className="qr"
        width={PIXELS}
        height={PIXELS}
        role="img"
        aria-label={`QR code of ${shortUrl}`}
      />
      <p className="qr-link">
        <code>{shortUrl}</code> <CopyButton text={shortUrl} what="the short link" />
      </p>
      <label className="check">
        <input type="checkbox" checked={isBranded} onChange={(event) => setBranded(event.target.checked)} />
        {app.icon === null ? 'In the app’s colour' : 'In the app’s colour, with its icon'}
      </label>
      <div className="dialog-buttons">
        <button type="button" className="button quiet" onClick={onClose}>
          Close
        </button>
        <button
          type="button"
          className="button quiet"
          onClick={() => saveFile(`${qrFileName(link)}.svg`, 'image/svg+xml', qrSvg(shortUrl, look))}
        >
          Download SVG
        </button>
        <button type="button" className="button" onClick={savePng}>
          Download PNG
        </button>
      </div>
    </Dialog>
  );
}
