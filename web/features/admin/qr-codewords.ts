// The field of 256 elements that QR codes compute in, as powers of two modulo its polynomial.
const fieldPolynomial = 0x11d
const powers = Array.from({ length: 255 }, () => 0)
const logarithms = Array.from({ length: 256 }, () => 0)
let power = 1
for (let at = 0; at < 255; at++) {
  powers[at] = power
  logarithms[power] = at
  power = power < 128 ? power << 1 : (power << 1) ^ fieldPolynomial
}

const get = (values: readonly number[] | Uint8Array, at: number): number => values[at] ?? 0

function multiply(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : get(powers, (get(logarithms, a) + get(logarithms, b)) % 255)
}

// Error correction L, versions 1 to 13: check bytes of a block, and how many blocks there are.
const checkBytes = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26]
const blockCounts = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4]

/** 1 to 13: the size of the picture is 17 + 4 times this. */
export type QrVersion = number

/** The polynomial with the first `degree` powers of two as roots, without its leading one. */
function generator(degree: number): number[] {
  let product = [1]
  for (let root = 0; root < degree; root++) {
    const next = [...product, 0]
    product.forEach((factor, at) => {
      next[at + 1] = get(next, at + 1) ^ multiply(factor, get(powers, root))
    })
    product = next
  }
  return product.slice(1)
}

/** The check bytes of a block: what is left when it is divided by the generator. */
function remainder(block: readonly number[], divisor: readonly number[]): number[] {
  const rest = divisor.map(() => 0)
  for (const byte of block) {
    const factor = byte ^ (rest.shift() ?? 0)
    rest.push(0)
    divisor.forEach((coefficient, at) => {
      rest[at] = get(rest, at) ^ multiply(coefficient, factor)
    })
  }
  return rest
}

/** Mode, length, the bytes, an end mark and filling, as bytes; null when they do not fit into `room`. */
function packBytes(bytes: Uint8Array, version: QrVersion, room: number): number[] | null {
  const lengthBits = version < 10 ? 8 : 16
  if (4 + lengthBits + bytes.length * 8 > room * 8) return null
  const bits = [0, 1, 0, 0]
  const push = (value: number, count: number) => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1)
  }
  push(bytes.length, lengthBits)
  for (const byte of bytes) push(byte, 8)
  push(0, Math.min(4, room * 8 - bits.length))
  while (bits.length % 8 !== 0) bits.push(0)
  const packed: number[] = []
  for (let at = 0; at < bits.length; at += 8) {
    packed.push(bits.slice(at, at + 8).reduce((value, bit) => value * 2 + bit, 0))
  }
  for (let filler = 0xec; packed.length < room; filler ^= 0xec ^ 0x11) packed.push(filler)
  return packed
}

/**
 * All codewords of a QR code in the order they are drawn: the blocks' bytes in turns, then their check
 * bytes in turns. Null when the bytes do not fit.
 */
export function qrCodewords(bytes: Uint8Array, version: QrVersion, total: number): number[] | null {
  const checks = get(checkBytes, version - 1)
  const blockCount = get(blockCounts, version - 1)
  const packed = packBytes(bytes, version, total - checks * blockCount)
  if (packed === null) return null
  const short = Math.floor(packed.length / blockCount)
  const longFrom = blockCount - (packed.length % blockCount)
  const divisor = generator(checks)
  const startOf = (at: number) => at * short + Math.max(0, at - longFrom)
  const blocks = Array.from({ length: blockCount }, (_, at) => {
    const data = packed.slice(startOf(at), startOf(at + 1))
    return { data, check: remainder(data, divisor) }
  })
  const inTurns = (rows: readonly number[][], length: number) =>
    Array.from({ length }, (_, at) => rows.flatMap((row) => row.slice(at, at + 1))).flat()
  return [
    ...inTurns(
      blocks.map(({ data }) => data),
      short + 1,
    ),
    ...inTurns(
      blocks.map(({ check }) => check),
      checks,
    ),
  ]
}
