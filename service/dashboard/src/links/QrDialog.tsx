import { CopyButton } from '../ui/CopyButton.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { QrCode } from './QrCode.tsx';
import { qrSvg } from './qrPath.ts';

interface QrDialogProps {
  code: string;
  shortUrl: string;
  onClose: () => void;
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  URL.revokeObjectURL(url);
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
        <button type="button" className="button" onClick={() => download(`${code}.svg`, qrSvg(shortUrl))}>
          Download SVG
        </button>
      </div>
    </Dialog>
  );
}
