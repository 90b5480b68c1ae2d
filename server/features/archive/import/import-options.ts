import { parseArgs } from 'node:util'
import type { ImportFilters } from './import-filter-rules.ts'

export type ImportOptions = {
  files: string[]
  filters: ImportFilters
  rejectsPath: string | null
  /** The encoding of texts without a byte order mark. Null means UTF-8. */
  encoding: string | null
  /** Whether this is a dry run, which only reports what would be read. */
  dryRun: boolean
}

export type ReadOptions =
  | { kind: 'run'; options: ImportOptions }
  | { kind: 'help' }
  | { kind: 'wrong'; message: string }

export const importHelp = `Reads posts into the archive.

  npm run archive:import -- [options] FILE...

FILE contains posts of Reddit or Hacker News as CSV, JSON lines, a JSON array or a saved listing, packed as .zst
or .gz or not, or is - for standard input. Posts that are in the archive already are only updated.

  --communities a,b   only posts of these communities
  --since DATE        only posts made on or after this day (2024-01-31, UTC)
  --min-score N       only posts with at least N upvotes; unknown counts as 0
  --min-length N      only posts with at least N characters of text below the title
  --nsfw              also posts marked as not safe for work
  --encoding NAME     the encoding of files that are not UTF-8, such as windows-1252 (UTF-16 is recognised by its mark)
  --rejects PATH      where rows that cannot be read are listed (FILE.rejects.ndjson in this folder)
  --dry-run           keep nothing; say which column is read as what, and what the first ten rows become
  --help              this text

Exit code: 0 all read, 3 some rows could not be read, 1 failed, 2 wrong options, 130 stopped with Ctrl-C.`

const optionTypes = {
  communities: { type: 'string' },
  since: { type: 'string' },
  'min-score': { type: 'string' },
  'min-length': { type: 'string' },
  nsfw: { type: 'boolean' },
  encoding: { type: 'string' },
  rejects: { type: 'string' },
  'dry-run': { type: 'boolean' },
  help: { type: 'boolean' },
} as const

/** The command line is invalid. The message is for its user. */
class WrongOption extends Error {}

export function readImportOptions(args: readonly string[]): ReadOptions {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: optionTypes,
      allowPositionals: true,
    })
    if (values.help === true) return { kind: 'help' }
    if (positionals.length === 0) throw new WrongOption('Name at least one file, or - for standard input.')
    const filters = {
      communities: values.communities === undefined ? null : readCommunities(values.communities),
      since: values.since === undefined ? null : readDay(values.since),
      minScore: readNumber('--min-score', values['min-score'], -1_000_000_000),
      minLength: readNumber('--min-length', values['min-length'], 0),
      nsfw: values.nsfw === true,
    }
    const encoding = values.encoding === undefined ? null : readEncoding(values.encoding)
    const rejectsPath = values.rejects ?? null
    const dryRun = values['dry-run'] === true
    return { kind: 'run', options: { files: positionals, filters, rejectsPath, encoding, dryRun } }
  } catch (error) {
    const isOurs = error instanceof WrongOption || (error instanceof TypeError && 'code' in error)
    if (!isOurs) throw error
    return { kind: 'wrong', message: `${error.message.split('\n', 1)[0]} See --help.` }
  }
}

function readEncoding(name: string): string {
  try {
    return new TextDecoder(name).encoding
  } catch {
    throw new WrongOption(`--encoding takes a name such as windows-1252, not ${JSON.stringify(name)}.`)
  }
}

function readCommunities(text: string): Set<string> {
  const names = text.split(',').map((name) =>
    name
      .trim()
      .replace(/^\/?r\//u, '')
      .toLowerCase(),
  )
  const communities = new Set(names.filter((name) => name !== ''))
  if (communities.size === 0) throw new WrongOption('--communities takes names separated by commas.')
  return communities
}

function readDay(text: string): Date {
  const day = /^\d{4}-\d\d-\d\d$/u.test(text) ? new Date(`${text}T00:00:00Z`) : null
  if (day === null || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) {
    throw new WrongOption(`--since takes a day such as 2024-01-31, not ${JSON.stringify(text)}.`)
  }
  return day
}

function readNumber(name: string, text: string | undefined, least: number): number | null {
  if (text === undefined) return null
  const value = /^-?\d{1,9}$/u.test(text) ? Number(text) : Number.NaN
  if (!(value >= least)) throw new WrongOption(`${name} takes a whole number, not ${JSON.stringify(text)}.`)
  return value
}
