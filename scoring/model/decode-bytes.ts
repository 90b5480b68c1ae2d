const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Reads signed bytes from base 64. */
export function decodeBytes(text: string): Int8Array {
  const values = new Uint8Array(128)
  for (let at = 0; at < alphabet.length; at++) values[alphabet.charCodeAt(at)] = at
  const length = Math.floor((text.replace(/=+$/, '').length * 3) / 4)
  const bytes = new Int8Array(length)
  let held = 0
  let bits = 0
  let count = 0
  for (let at = 0; count < length; at++) {
    held = ((held << 6) | (values[text.charCodeAt(at)] ?? 0)) & 0xfffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[count++] = held >> bits
  }
  return bytes
}
