import { AnswerRefused } from '../guarded-fetch/allowed-address.ts'
import { decodeBytes } from './decode-bytes.ts'

/** Items that may precede the first element of a document: white space, XML declarations, comments. */
const prologItem = /^(?:[\s\uFEFF]+|<\?.*?\?>|<!--.*?-->)/su
const doctype = /^<!DOCTYPE(?:[^[\]<>"']|"[^"]*"|'[^']*')*>/iu

/**
 * XML without its document type. Throws if the document type contains declarations, because declared entities
 * can expand or refer to local files.
 */
export function withoutDoctype(xml: string): string {
  let rest = xml
  for (;;) {
    const [skipped] = prologItem.exec(rest) ?? doctype.exec(rest) ?? []
    if (skipped === undefined) break
    rest = rest.slice(skipped.length)
  }
  if (rest.startsWith('<!')) throw new AnswerRefused('sent XML that declares entities, which is not allowed')
  return rest
}

/** A feed's bytes as text for a parser, without a document type. */
export function decodeFeed(bytes: Uint8Array, contentType: string): string {
  const text = decodeBytes(bytes, contentType)
  return /^\s*[{[]/u.test(text) ? text : withoutDoctype(text)
}
