import { readFileSync } from 'node:fs'
import { readThesaurus, type Thesaurus } from './keyword-rules.ts'

let opened: Thesaurus | undefined
let words: readonly string[] | undefined

const readShipped = () => readFileSync(new URL('thesaurus.tsv', import.meta.url), 'utf8')

/** The thesaurus of this version. The first call reads it; later calls share it. */
export function shippedThesaurus(): Thesaurus {
  opened ??= readThesaurus(readShipped())
  return opened
}

/**
 * The words of the thesaurus's keywords, without duplicates. These words count as market words even if few
 * titles in the archive contain them.
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
