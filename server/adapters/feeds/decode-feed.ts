import { AnswerRefused } from '../guarded-fetch/allowed-address.ts'

/** What may come before a document's first element: white space, declarations of XML itself, comments. */
const prologItem = /^(?:[\s\uFEFF]+|<\?.*?\?>|<!--.*?-->)/su
const doctype = /^<!DOCTYPE(?:[^[\]<>"']|"[^"]*"|'[^']*')*>/iu

/** XML without its document type; one that declares is refused: entities can grow, or stand for files of ours. */
export function withoutDoctype(xml: string): string {
  let rest = xml
  for (;;) {
    const [skipped] = prologItem.exec(rest) ?? doctype.exec(rest) ?? []
    if (skipped === undefined) break
    rest = rest.slice(skipped.length)
  }
  if (rest.startsWith('<!')) throw new AnswerRefused('sent XML that declares entities, which is not read')
  return rest
}

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
