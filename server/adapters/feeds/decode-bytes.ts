import { isUtf8 } from 'node:buffer'

/** Languages, and the legacy encoding of texts in these languages. */
const ofLanguages: readonly (readonly [languages: string, encoding: string])[] = [
  ['ru uk be bg mk', 'windows-1251'],
  ['pl cs sk hu ro hr sl sq', 'windows-1250'],
  ['el', 'windows-1253'],
  ['tr az', 'windows-1254'],
  ['he iw', 'windows-1255'],
  ['ar fa ur', 'windows-1256'],
  ['lt lv et', 'windows-1257'],
  ['th', 'windows-874'],
  ['ja', 'shift_jis'],
  ['ko', 'euc-kr'],
  ['zh', 'gb18030'],
]

/** The standard label of an encoding; null for an unknown one. */
function knownEncoding(name: string | undefined): string | null {
  try {
    return name === undefined ? null : new TextDecoder(name).encoding
  } catch {
    return null
  }
}

/**
 * The encoding, if the bytes start with a byte order mark, or if a zero byte is before or after the first
 * character of XML or JSON.
 */
function encodingOfFirstBytes([first = 0, second = 0, third = 0, fourth = 0]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const isFirstSign = (byte: number) => byte === 0x3c || byte === 0x7b
  if (isFirstSign(first) && second === 0 && third !== 0 && fourth === 0) return 'utf-16le'
  return first === 0 && isFirstSign(second) && third === 0 && fourth !== 0 ? 'utf-16be' : null
}

const headBytes = 2048

/** The encoding that the XML or the page declares; null if it declares none. */
function declaredIn(head: string): string | null {
  const xml = /^\s*<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/iu.exec(head)?.[1]
  return knownEncoding(xml ?? /<meta\s[^>]{0,200}?\bcharset\s*=\s*["']?([\w.:-]{1,40})/iu.exec(head)?.[1])
}

/**
 * Whether bytes are UTF-8 except for a few invalid bytes. In another encoding, all characters outside ASCII
 * would be wrong.
 */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  let [good, broken] = [0, 0]
  for (const [sign] of new TextDecoder().decode(bytes).matchAll(/[^\0-\x7f]/gu)) {
    if (sign === '\uFFFD') broken += 1
    else good += 1
  }
  return good >= 4 * broken
}

/**
 * The encoding of Cyrillic text; null for other text. Cyrillic text mainly has words of four or more
 * non-ASCII letters, and hardly any other non-ASCII bytes. Latin text never has both properties.
 */
function cyrillicIn(bytes: Uint8Array): string | null {
  let [high, letters, inWords, run, small] = [0, 0, 0, 0, 0]
  for (const byte of bytes) {
    if (byte >= 0x80) high += 1
    if (byte < 0xc0) {
      run = 0
      continue
    }
    letters += 1
    run += 1
    if (run >= 4) inWords += run === 4 ? 4 : 1
    if (byte >= 0xe0) small += 1
  }
  if (letters < 0.85 * high || inWords < 0.4 * letters) return null
  // Most letters of a text are lower case. KOI8 has lower-case letters at the codes where windows-1251 has
  // capitals.
  return small * 2 >= letters ? 'windows-1251' : 'koi8-r'
}

function encodingOfLanguage(head: string): string | null {
  const [, language] =
    /(?:<(?:dc:)?language>|\b(?:xml:)?lang\s*=\s*["']|"language"\s*:\s*")\s*([a-z]{2})\b/iu.exec(head) ?? []
  const known = ofLanguages.find(([languages]) =>
    languages.split(' ').includes(language?.toLowerCase() ?? ''),
  )
  return known?.[1] ?? null
}

/** Servers that nobody configured declare Latin-1, so this declaration proves nothing. */
const isDefault = (encoding: string | null) => encoding === null || encoding === 'windows-1252'

/** The encoding of bytes that are not UTF-8, even if UTF-8 was declared. */
function legacyEncoding(bytes: Uint8Array, labels: readonly (string | null)[]): string {
  const usable = labels.filter((label) => label !== null && !label.startsWith('utf-'))
  const stated = usable.find((label) => !isDefault(label))
  if (stated !== undefined && stated !== null) return stated
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1')
  const byLanguage = usable.length > 0 ? null : encodingOfLanguage(head)
  return cyrillicIn(bytes) ?? byLanguage ?? 'windows-1252'
}

/**
 * Decodes bytes. The content takes precedence over the declarations in the header and the document:
 * declarations are often wrong, and text in another encoding is hardly ever valid UTF-8.
 */
export function decodeBytes(bytes: Uint8Array, contentType: string): string {
  const first = encodingOfFirstBytes(bytes)
  if (first !== null) return new TextDecoder(first).decode(bytes)
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1')
  const header = knownEncoding(/;\s*charset\s*=\s*["']?([\w.:-]{1,40})/iu.exec(contentType)?.[1])
  const labels = [header, declaredIn(head)]
  // ISO-2022-JP is the only encoding in which all bytes look like ASCII.
  const sevenBit = labels.find((label) => label === 'iso-2022-jp')
  if (sevenBit !== undefined && sevenBit !== null && bytes.includes(0x1b))
    return new TextDecoder(sevenBit).decode(bytes)
  if (isUtf8(bytes) || isMostlyUtf8(bytes)) return new TextDecoder().decode(bytes)
  return new TextDecoder(legacyEncoding(bytes, labels)).decode(bytes)
}
