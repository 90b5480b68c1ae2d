import { AnswerRefused } from '../guarded-fetch/allowed-address.ts'
import { decodeBytes } from './decode-bytes.ts'

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

/** A feed's bytes as text that a parser may read: XML has lost its document type. */
export function decodeFeed(bytes: Uint8Array, contentType: string): string {
  const text = decodeBytes(bytes, contentType)
  return /^\s*[{[]/u.test(text) ? text : withoutDoctype(text)
}
