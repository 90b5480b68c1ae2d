import { findOwnTable } from '#contract/csv-cell.ts'
import { cutText } from '#contract/cut-text.ts'
import type { OwnMapping } from '#contract/own-material.ts'
import { findLengthReason } from '#contract/post-length.ts'
import { type CutName, cutNames } from '#contract/post-limits.ts'
import { readRating } from './rating-rules.ts'

/** A row in the form of a post. Texts are as stored, because offsets of evidence refer to them. */
export type ReadRow = {
  title: string
  selftext: string
  community: string
  url: string | null
  /** The time of the upload if the row has no date. */
  createdAt: Date
  /** False if the row's date is unreadable. */
  dated: boolean
  rating: number | null
}

export type RowReading =
  | {
      row: ReadRow
      cut: readonly CutName[]
      badDate: boolean
      badRating: string | null
      scaledRating: boolean
      /** Whether a letter could not be decoded. */
      unreadable: boolean
    }
  | { problem: string }

export type RowContext = {
  mapping: OwnMapping
  /** `name` is the group of a row without a group; `createdAt` is the date of a row without a date. */
  collection: { name: string; createdAt: Date }
  /** Converts text or HTML to plain text. */
  readText: (cell: string) => string
  /** Converts a title to plain text. A lone tag stays text, as in "How do I stop <br>?". */
  readTitle: (cell: string) => string
  readDate: (cell: string) => Date | null
}

/** What programs and people write for a missing value. */
const missing =
  /^(?:\(?(?:null|no value|blank|empty)\)?|#?n\/a|n\.a\.|not applicable|nan|nil|none|undefined|[-–—.]{1,3})$/iu
const givenIn = (cell: string) => (missing.test(cell) ? '' : cell)

const mostAddressCharacters = 2000
const headlineCharacters = 160
/** The maximum length of an unreadable value that a note names. */
const shownCharacters = 20

/** The title is the first sentence or line if this is short, otherwise the first words. */
function divideHeadline(text: string): { title: string; selftext: string } {
  const sentence = /^[^\n]*?[.!?](?=\s)|^[^\n]+/u.exec(text)?.[0] ?? ''
  const isShort = sentence.length <= headlineCharacters
  const end = isShort ? sentence.length : text.lastIndexOf(' ', headlineCharacters - 1)
  const title = cutText(text, end > 0 ? end : headlineCharacters)
  return { title, selftext: text.slice(title.length).trim() }
}

function addressOf(cell: string): string | null {
  return cell.length <= mostAddressCharacters && URL.canParse(cell) && /^https?:\/\//iu.test(cell)
    ? new URL(cell).href
    : null
}

/** A column that is mapped to several fields is read only once. */
function readOnce(read: (column: string) => string): (column: string | null) => string {
  const known = new Map<string, string>()
  return (column) => {
    if (column === null) return ''
    const text = known.get(column) ?? read(column)
    known.set(column, text)
    return text
  }
}

/** The texts of our own download are plain text, as they were stored. They may show tags and entities. */
const asStored = { readText: (cell: string) => cell, readTitle: (cell: string) => cell }

export function readOwnRow(cells: ReadonlyMap<string, string>, context: RowContext): RowReading {
  const { mapping, collection, readDate } = context
  const { readText, readTitle } = findOwnTable([...cells.keys()]) === null ? context : asStored
  const cell = (column: string | null) => (column === null ? '' : givenIn((cells.get(column) ?? '').trim()))
  const textOf = readOnce((column) => readText(cell(column)).trim())
  const isText = mapping.title !== null && mapping.text.includes(mapping.title)
  const named = isText ? textOf(mapping.title) : readTitle(cell(mapping.title)).trim()
  // Two columns with the same name have the same text.
  const text = [...new Set(mapping.text)]
    .map(textOf)
    .filter((piece) => piece !== '')
    .join('\n\n')
  if (named === '' && text === '') return { problem: 'there is no text in it' }
  const problem = findLengthReason({ selftext: text })
  if (problem !== null) return { problem }
  const { title, selftext } = named === '' ? divideHeadline(text) : { title: named, selftext: text }
  const group = textOf(mapping.group)
  const { post, cut } = cutNames({ title, community: group === '' ? collection.name : group })
  const written = cell(mapping.date)
  const date = written === '' ? null : readDate(written)
  const rated = cell(mapping.rating ?? null)
  const rating = rated === '' ? null : readRating(rated)
  return {
    row: {
      ...post,
      selftext,
      url: addressOf(cell(mapping.link)),
      createdAt: date ?? collection.createdAt,
      dated: mapping.date === null || date !== null,
      rating: rating?.points ?? null,
    },
    cut,
    badDate: written !== '' && date === null,
    badRating: rated !== '' && rating === null ? cutText(rated, shownCharacters) : null,
    scaledRating: rating?.isScaled ?? false,
    unreadable: [post.title, post.community, selftext].some((one) => one.includes('\uFFFD')),
  }
}
