/** A file with more unclear letters than this, or with a larger share of them, is not worth reading. */
const mostUnclear = { letters: 20, share: 0.005 }

/** Decodes bytes whose encoding is one of several that use one byte for each letter. */
export type SharedDecoder = {
  decode: (bytes: Uint8Array) => string
  isUnclear: (byte: number) => boolean
}

/** A letter that differs between the encodings becomes U+FFFD, because a guess could be a wrong letter. */
export function makeSharedDecoder(encodings: readonly string[]): SharedDecoder {
  const decoders = encodings.map((encoding) => new TextDecoder(encoding))
  const letters = Array.from({ length: 256 }, (_, byte) => {
    const [letter = '\uFFFD', ...others] = new Set(decoders.map((one) => one.decode(Uint8Array.of(byte))))
    return others.length === 0 ? letter : '\uFFFD'
  })
  return {
    decode: (bytes) => Array.from(bytes, (byte) => letters[byte]).join(''),
    isUnclear: (byte) => letters[byte] === '\uFFFD',
  }
}

/** Whether a file has so few unclear letters that the rest of it can be read. */
export async function hasFewUnclear(file: Blob, { isUnclear }: SharedDecoder): Promise<boolean> {
  const most = Math.min(mostUnclear.letters, mostUnclear.share * file.size)
  let unclear = 0
  for await (const bytes of file.stream()) {
    for (const byte of bytes) if (isUnclear(byte)) unclear += 1
    if (unclear > most) return false
  }
  return true
}
