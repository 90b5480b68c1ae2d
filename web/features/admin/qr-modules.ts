import { type QrVersion, qrCodewords } from './qr-codewords.ts'

// ISO/IEC 18004. Every picture here has error correction L and mask 0, which every reader accepts.
const formatBits = 0b111011111000100
const versionGenerator = 0x1f25
const mostVersion = 13

/** Module by module: true is dark, undefined is not drawn yet. */
type Canvas = (boolean | undefined)[][]

function drawSquare(canvas: Canvas, [row, column]: readonly [number, number], radius: number): void {
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      const line = canvas[row + dy]
      if (line === undefined || column + dx < 0 || column + dx >= canvas.length) continue
      const ring = Math.max(Math.abs(dx), Math.abs(dy))
      // A finder is light at rings 2 and 4, an alignment pattern (radius 2) at ring 1.
      line[column + dx] = radius === 2 ? ring !== 1 : ring !== 2 && ring !== 4
    }
  }
}

function drawPatterns(canvas: Canvas, version: number): void {
  const last = canvas.length - 7
  for (const centre of [
    [3, 3],
    [3, last + 3],
    [last + 3, 3],
  ] as const)
    drawSquare(canvas, centre, 4)
  const inner = version < 7 ? undefined : (6 + last) / 2
  const middles = version < 2 ? [] : inner === undefined ? [6, last] : [6, inner, last]
  for (const row of middles) {
    for (const column of middles) {
      const atFinder = (row === 6 && column !== inner) || (column === 6 && row !== inner)
      if (!atFinder) drawSquare(canvas, [row, column], 2)
    }
  }
  for (let at = 8; at < canvas.length - 8; at++) {
    put(canvas, 6, at, at % 2 === 0)
    put(canvas, at, 6, at % 2 === 0)
  }
}

function put(canvas: Canvas, row: number, column: number, dark: boolean): void {
  const line = canvas[row]
  if (line) line[column] = dark
}

function drawFormat(canvas: Canvas): void {
  const size = canvas.length
  for (let bit = 0; bit < 15; bit++) {
    const dark = ((formatBits >> bit) & 1) === 1
    // Around the first finder, where the timing row and column are skipped.
    if (bit < 8) put(canvas, bit < 6 ? bit : bit + 1, 8, dark)
    else put(canvas, 8, bit === 8 ? 7 : 14 - bit, dark)
    // And once more, split between the other two.
    if (bit < 8) put(canvas, 8, size - 1 - bit, dark)
    else put(canvas, size - 15 + bit, 8, dark)
  }
  put(canvas, size - 8, 8, true)
}

function drawVersion(canvas: Canvas, version: number): void {
  if (version < 7) return
  let rest = version << 12
  for (let bit = 17; bit >= 12; bit--) if ((rest >> bit) & 1) rest ^= versionGenerator << (bit - 12)
  const bits = (version << 12) | rest
  for (let bit = 0; bit < 18; bit++) {
    const dark = ((bits >> bit) & 1) === 1
    const near = Math.floor(bit / 3)
    const far = canvas.length - 11 + (bit % 3)
    put(canvas, near, far, dark)
    put(canvas, far, near, dark)
  }
}

/** The places that hold data, in the order of reading: upwards and downwards in strips two wide. */
function dataPlaces(canvas: Canvas): [row: number, column: number][] {
  const size = canvas.length
  const places: [number, number][] = []
  let upwards = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const row = upwards ? size - 1 - step : step
      for (const column of [right, right - 1]) {
        if (canvas[row]?.[column] === undefined) places.push([row, column])
      }
    }
    upwards = !upwards
  }
  return places
}

function drawData(canvas: Canvas, version: QrVersion, bytes: Uint8Array): boolean {
  const places = dataPlaces(canvas)
  const codewords = qrCodewords(bytes, version, Math.floor(places.length / 8))
  if (codewords === null) return false
  places.forEach(([row, column], at) => {
    const bit = ((codewords[at >> 3] ?? 0) >> (7 - (at & 7))) & 1
    put(canvas, row, column, (bit === 1) !== ((row + column) % 2 === 0))
  })
  return true
}

/** The rows of a QR code with a text in it, true for dark; null when the text is too long (about 420 bytes). */
export function qrModules(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text)
  for (let version = 1; version <= mostVersion; version++) {
    const size = 17 + 4 * version
    const canvas: Canvas = Array.from({ length: size }, () =>
      Array<boolean | undefined>(size).fill(undefined),
    )
    drawPatterns(canvas, version)
    drawFormat(canvas)
    drawVersion(canvas, version)
    if (drawData(canvas, version, bytes)) return canvas.map((line) => line.map((dark) => dark === true))
  }
  return null
}
