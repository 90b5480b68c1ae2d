import { qrModules } from './qr-modules.ts'

// Readers want this many light modules around the picture.
const margin = 4

/** A text as a QR code, dark on light in both themes; nothing where the text is too long for one. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const rows = qrModules(text)
  if (rows === null) return null
  const size = rows.length + 2 * margin
  const path = rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + margin} ${y + margin}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-md bg-white text-black"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}
