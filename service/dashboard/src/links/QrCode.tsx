import { qrPath } from './qrPath.ts';

/** Black on white in both colour schemes: not every scanner reads the opposite. */
export function QrCode({ text }: { text: string }) {
  const { size, path } = qrPath(text);
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`QR code of ${text}`}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
