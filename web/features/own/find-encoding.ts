const chunkBytes = 512 * 1024

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'macintosh'

const chunkOf = async (file: Blob, at: number) =>
  new Uint8Array(await file.slice(at, at + chunkBytes).arrayBuffer())

/** Control characters that no text holds, and halves of pairs. */
const isOdd = /[^\P{Cc}\s]|\uFFFD|\p{Co}|\p{Cn}/gu

/** UTF-16 without a mark: signs of ASCII have a zero beside them, all on one side. */
function findUtf16(head: Uint8Array): Encoding | null {
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < 2 || Math.min(even, odd) * 20 > Math.max(even, odd)) return null
  const encoding = odd > even ? 'utf-16le' : 'utf-16be'
  const text = new TextDecoder(encoding).decode(head.subarray(0, head.length - (head.length % 2)))
  return (text.match(isOdd) ?? []).length <= 0.01 * text.length ? encoding : null
}

const letters = /\p{L}/u

/** How much a text of 8-bit signs reads like one: accents inside of words and the quotes of printers, no signs amid letters. */
function weigh(text: string): number {
  let weight = 0
  for (const match of text.matchAll(/\P{ASCII}/gu)) {
    const [before, sign, after] = [text[match.index - 1] ?? '', match[0], text[match.index + 1] ?? '']
    if (/\p{Ll}/u.test(sign)) weight += letters.test(before) || letters.test(after) ? 1 : 0
    else if (/\p{Lu}/u.test(sign)) weight += /\p{Ll}/u.test(before) || !letters.test(after) ? -1 : 1
    else if (/[’‘“”–—…•€£°©®™«»\u00a0]/u.test(sign)) weight += 1
    else weight -= 1
  }
  return weight
}

/** Windows and old Macs write letters beyond ASCII each in their own way; what is no text stays as Windows reads it. */
function findOld(bytes: Uint8Array): Encoding {
  const [windows, mac] = (['windows-1252', 'macintosh'] as const).map((name) =>
    new TextDecoder(name).decode(bytes),
  )
  const isText = (mac?.match(/[^\P{Cc}\s]/gu) ?? []).length === 0
  return isText && weigh(mac ?? '') > weigh(windows ?? '') ? 'macintosh' : 'windows-1252'
}

const mostBroken = 0.1

/** UTF-8 with a broken place or two is still none of the old encodings, in which nearly every sign would be wrong. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const beyond = new TextDecoder().decode(bytes).match(/\P{ASCII}/gu) ?? []
  return beyond.filter((sign) => sign === '\uFFFD').length <= mostBroken * beyond.length
}

/** What a file is written in, by its mark, else by all of its bytes: one letter far behind may tell. */
export async function findEncoding(file: Blob): Promise<Encoding> {
  const head = await chunkOf(file, 0)
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const utf16 = findUtf16(head)
  if (utf16 !== null) return utf16
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let at = 0; at < file.size; at += chunkBytes) {
    const bytes = at === 0 ? head : await chunkOf(file, at)
    try {
      decoder.decode(bytes, { stream: at + chunkBytes < file.size })
    } catch {
      return isMostlyUtf8(bytes) ? 'utf-8' : findOld(bytes)
    }
  }
  return 'utf-8'
}
