import { readFileSync } from 'node:fs'
import { readThesaurus, type Thesaurus } from './thesaurus-rules.ts'

let opened: Thesaurus | undefined

/** The thesaurus that comes with this version; read by the first call, then shared. */
export function shippedThesaurus(): Thesaurus {
  opened ??= readThesaurus(readFileSync(new URL('thesaurus.tsv', import.meta.url), 'utf8'))
  return opened
}
