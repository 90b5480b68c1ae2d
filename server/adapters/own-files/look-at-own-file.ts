import { cutText } from '#contract/cut-text.ts'
import type { OwnFormat } from '#contract/own-material.ts'
import { parseJson } from '../json-value.ts'
import { hasBackslashEscapes } from '../tables/backslash-escapes.ts'
import { standardQuotes } from '../tables/single-quotes.ts'
import { findTableShape, shapeCharacters, type TableShape } from '../tables/table-shape.ts'
import { findTranscript } from '../transcripts/find-transcript.ts'
import { namesFurtherPage } from './further-pages.ts'
import { rowsIn } from './json-rows.ts'

/** How a file would be read, with notes for the user. */
type OwnFileLook = { format: OwnFormat; hasHeader: boolean; notes: string[] }

/** A value may be assigned to a variable, as in the archives of Twitter. */
const beginsLikeJson = /^(?:(?:var |let |const )?[\w.$]{1,80} ?= ?)?(?:\{\s*["}]|\[\s*(?:[[{"]|\]\s*$))/u
/**
 * A pagination field with the URL of further rows. Only the start of the text is searched for this field, and
 * the text may be incomplete.
 */
const furtherPage = /"(?:next_page|nextPage|next|next_url|nextLink)"\s{0,9}:\s{0,9}"https?:/u
const oneOfSeveral =
  'The file is one page of several, and only this page is read: upload the others as separate files.'

const asMessages =
  'It is a chat or a transcript: every message is a row, without names and times in its text. All speakers are read.'

function isOnePage(text: string): boolean {
  const value = parseJson(text)
  if (value === undefined) return furtherPage.test(cutText(text, beginning))
  const rows = rowsIn(value)
  return rows[0] !== value && namesFurtherPage(value, rows)
}

/** The number of lines from which the format of a file is determined. */
const beginning = 100_000

function describeAbove({ above, names }: TableShape): string[] {
  if (above === 0) return []
  const what = names === 0 ? 'first row' : 'header'
  return [
    above === 1
      ? `The line above the ${what} is left out.`
      : `The ${above} lines above the ${what} are left out.`,
  ]
}

/** Recognises a table by its shape and JSON by its first characters. Anything else is text. */
export function lookAtOwnFile(given: string): OwnFileLook {
  const head = standardQuotes(given)
  const text = head.replace(/^\uFEFF/u, '').trimStart()
  if (beginsLikeJson.test(text)) {
    return { format: 'json', hasHeader: true, notes: isOnePage(text) ? [oneOfSeveral] : [] }
  }
  if (findTranscript(given) !== null) return { format: 'chat', hasHeader: true, notes: [asMessages] }
  const shape = findTableShape({ text: head, cut: head.length > shapeCharacters })
  if (shape === null) {
    const hasBlankLines = /(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)/u.test(cutText(text, beginning))
    return { format: hasBlankLines ? 'paragraphs' : 'lines', hasHeader: true, notes: [] }
  }
  const notes = [
    ...describeAbove(shape),
    ...(shape.names > 1 ? ['The header has several rows; none of them is read as data.'] : []),
    ...(shape.wrapped ? ['Every line was quoted as a whole; the quotes were removed.'] : []),
    ...(head === given ? [] : ['Its texts are quoted with apostrophes, which are read as quotes.']),
    ...(shape.delimiter === '\t' && hasBackslashEscapes(head)
      ? ['Line breaks and tabs are written \\n and \\t in it; they are read as such.']
      : []),
    ...(shape.escapes ? ['Quotes in texts are written \\" in it; they are read as quotes.'] : []),
  ]
  return { format: 'csv', hasHeader: shape.names > 0, notes }
}
