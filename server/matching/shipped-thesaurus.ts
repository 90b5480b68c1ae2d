import { readFileSync } from 'node:fs'
import { readThesaurus, type Thesaurus } from './keyword-rules.ts'

let opened: Thesaurus | undefined
let words: readonly string[] | undefined

const readShipped = () => readFileSync(new URL('thesaurus.tsv', import.meta.url), 'utf8')

/** The thesaurus of this version; read by the first call, then shared. */
export function shippedThesaurus(): Thesaurus {
  opened ??= readThesaurus(readShipped())
  return opened
}

/**
 * The words of its keywords without duplicates. They count as market words even if the archive has few titles
 * with them.
 */
export function marketWords(): readonly string[] {
  words ??= [
    ...new Set(
      readShipped()
        .match(/^[^\t\n]+/gmu)
        ?.flatMap((keyword) => keyword.split(' ')),
    ),
  ]
  return words
}
