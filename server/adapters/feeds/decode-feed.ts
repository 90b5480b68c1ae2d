import { withoutDoctype } from '../guarded-fetch/plain-xml.ts'

/** The encoding that the bytes name: by their mark, else the answer's header, else the XML itself. */
function encodingOf(bytes: Uint8Array, contentType: string): string {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const declared = Buffer.from(bytes.subarray(0, 300)).toString('latin1')
  const named =
    /;\s*charset\s*=\s*"?([\w.:-]+)/iu.exec(contentType)?.[1] ??
    /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/iu.exec(declared)?.[1]
  return named ?? 'utf-8'
}

function decode(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    // A name that nobody knows.
    return new TextDecoder().decode(bytes)
  }
}

/** A feed's bytes as text that a parser may read: XML has lost its document type. */
export function decodeFeed(bytes: Uint8Array, contentType: string): string {
  const text = decode(bytes, encodingOf(bytes, contentType))
  return /^\s*[{[]/u.test(text) ? text : withoutDoctype(text)
}
