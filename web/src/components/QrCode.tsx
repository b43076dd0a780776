import { qrPath } from '../lib/qr.ts'

/** A QR code; black on white in every theme, because cameras expect it. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { path, side } = qrPath(text)
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      width="220"
      height="220"
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
