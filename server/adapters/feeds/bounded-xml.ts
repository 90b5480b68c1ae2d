import { MalformedSourceReply } from '../source-calls/source-failure.ts'

/**
 * No real feed or list has more than this. Without these limits, a parser would build any number of elements.
 */
export const mostOfXml = { elements: 200_000, attributes: 100_000, attributesOfElement: 500, depth: 200 }

const whole = new Intl.NumberFormat('en-US')

/** The error for a feed or a list that exceeds the limits. */
export class XmlTooLarge extends MalformedSourceReply {}

const tooMany = (most: number, what: string) =>
  new XmlTooLarge(`contains XML with more than ${whole.format(most)} ${what}, which no feed has`)

/** The start and end of syntax that is not an element. */
const others = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const

/** The offset after syntax that is not an element; null for an element. */
function skipOther(xml: string, from: number): number | null {
  const other = others.find(([begin]) => xml.startsWith(begin, from))
  if (other === undefined) return null
  const end = xml.indexOf(other[1], from + other[0].length)
  return end === -1 ? xml.length : end + other[1].length
}

type Tag = { end: number; attributes: number; closes: boolean }

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13)
const [greater, slash, equals, double, single] = ['>', '/', '=', '"', "'"].map((sign) => sign.charCodeAt(0))

/**
 * Scans an element's tag from its `<`. Every word, quoted or not, counts as an attribute unless it is a
 * value.
 */
function readTag(xml: string, from: number): Tag {
  let attributes = 0
  let inWord = true
  let isValue = false
  let at = from + 1
  for (; at < xml.length; at += 1) {
    const code = xml.charCodeAt(at)
    if (code === greater) break
    if (code === double || code === single) {
      const end = xml.indexOf(xml.charAt(at), at + 1)
      at = end === -1 ? xml.length : end
      inWord = false
      isValue = false
    } else if (code === equals) {
      isValue = true
      inWord = false
    } else if (isSpace(code) || code === slash) inWord = false
    else if (!inWord) {
      inWord = true
      if (!isValue) attributes += 1
      isValue = false
    }
  }
  return { end: at + 1, attributes, closes: xml.charCodeAt(at - 1) === slash }
}

/**
 * Throws for XML that has more elements, more attributes or deeper nesting than any real feed. Reads the XML
 * once, without building a tree.
 */
export function requireBoundedXml(xml: string): void {
  let elements = 0
  let attributes = 0
  let depth = 0
  for (let at = xml.indexOf('<'); at !== -1 && at < xml.length; ) {
    const behind = skipOther(xml, at)
    if (behind !== null) at = behind
    else if (xml.charCodeAt(at + 1) === slash) {
      depth -= 1
      at += 2
    } else {
      const tag = readTag(xml, at)
      elements += 1
      attributes += tag.attributes
      if (!tag.closes) depth += 1
      at = tag.end
      if (tag.attributes > mostOfXml.attributesOfElement)
        throw tooMany(mostOfXml.attributesOfElement, 'attributes in one element')
    }
    if (elements > mostOfXml.elements) throw tooMany(mostOfXml.elements, 'elements')
    if (attributes > mostOfXml.attributes) throw tooMany(mostOfXml.attributes, 'attributes')
    if (depth > mostOfXml.depth) throw tooMany(mostOfXml.depth, 'elements in one another')
    at = xml.indexOf('<', at)
  }
}
