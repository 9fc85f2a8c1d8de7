import { CopyButton } from '../ui/CopyButton.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { saveFile } from '../ui/saveFile.ts';
import { QrCode } from './QrCode.tsx';
import { qrSvg } from './qrPath.ts';

interface QrDialogProps {
  code: string;
  shortUrl: string;
  onClose: () => void;
}

export function QrDialog({ code, shortUrl, onClose }: QrDialogProps) {
  return (
    <Dialog title="QR code" onClose={onClose}>
      <QrCode text={shortUrl} />
      <p className="qr-link">
        <code>{shortUrl}</code> <CopyButton text={shortUrl} what="the short link" />
      </p>
      <div className="dialog-buttons">
        <button type="button" className="button quiet" onClick={onClose}>
          Close
        </button>
        <button
          type="button"
          className="button"
          onClick={() => saveFile(`${code}.svg`, 'image/svg+xml', qrSvg(shortUrl))}
        >
          Download SVG
        </button>
      </div>
    </Dialog>
  );
}
