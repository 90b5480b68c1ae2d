import { isJsonObject } from '../json-value.ts'
import { fieldOf } from './column-names.ts'
import type { DumpRow } from './dump-row.ts'

/**
 * A cell with at least this many words (or letters of a script without spaces) is a text and not a name or
 * label.
 */
const fewest = { words: 3, letters: 6 }
/** Only this many characters of a cell are examined. */
const mostLooked = 400
const mostNamed = 10
const whole = new Intl.NumberFormat('en-US')

/** Columns that many exports have and that are never the text. */
const isAside =
  /flair|sidebar|author|oembed|^(?:secure_)?media_(?:embed|metadata)|public_description|^(?:sub|subreddit|community)_|^(?:link|story|crosspost)_title$/iu

function isText(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const start = value.slice(0, mostLooked)
  const words = start.split(/\s+/u).filter((word) => /\p{L}/u.test(word) && !word.includes('://'))
  const letters = start.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/gu) ?? []
  return words.length >= fewest.words || letters.length >= fewest.letters
}

/** Counts posts without a text, and the unread columns that contain sentences. */
export function countUnreadTexts() {
  const columns = new Set<string>()
  let posts = 0
  let empty = 0
  let unread = 0
  return {
    add(row: DumpRow, selftext: string): void {
      posts += 1
      if (selftext.trim() !== '' || !('value' in row) || !isJsonObject(row.value)) return
      empty += 1
      const names = Object.entries(row.value)
        .filter(([name, value]) => fieldOf(name) === null && !isAside.test(name) && isText(value))
        .map(([name]) => name)
      if (names.length > 0) unread += 1
      for (const name of names) if (columns.size < mostNamed) columns.add(name)
    },
    /** Whether no post at all has a text. */
    isEmpty: () => posts > 0 && empty === posts,
    notes(): string[] {
      if (unread === 0) return []
      const names = [...columns].join(', ')
      const were = columns.size === 1 ? `column ${names} was` : `columns ${names} were`
      const of = `${whole.format(unread)} of ${whole.format(posts)} ${posts === 1 ? 'post' : 'posts'}`
      return [`${of} had no text; the ${were} not read.`]
    },
  }
}
