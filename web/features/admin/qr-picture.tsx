import { encode } from 'uqr'

// Readers want this many light modules around the picture.
const border = 4

/** A text of some 2,000 letters at most as a QR code, dark on light in both themes. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
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
