import { ArchiveWriteError } from '#server/errors.ts'
import type { StorePosts } from '#server/features/archive/store/store-posts.ts'
import { otherCommunity } from './import-filter-rules.ts'
import type { ImportOptions } from './import-options.ts'
import {
  countLeftOut,
  type ImportEnd,
  type ImportTally,
  type IncomingRow,
  importPosts,
  makeTally,
} from './import-posts.ts'
import type { RejectFiles } from './reject-file.ts'
import { showProgress } from './show-progress.ts'

/** An opened file to import. */
export type ImportSource = {
  name: string
  /** The path on the command line, which distinguishes files with the same name. */
  path: string
  sizeBytes: number | null
  bytesRead(): number
  rows: AsyncIterable<IncomingRow>
  /**
   * The number of lines of other communities that were left out before they were parsed. These lines do not
   * count as rows.
   */
  leftOutLines?(): number
  /** Notes about how the file was read, as sentences. They are complete when the file ends. */
  notes?(): readonly string[]
}

type Console = {
  /** The output for results. */
  print: (text: string) => void
  /** The output for progress and errors. */
  screen: { isTTY?: boolean; columns?: number; write(text: string): unknown }
}

export type FileOutcome = { tally: ImportTally; end: ImportEnd; seconds: number }

/** The part that all files of one run share. */
export type ImportRun = { options: ImportOptions; rejectFiles: RejectFiles; signal: AbortSignal }

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** A summary of all rows of a file in a few lines. */
export function importReport(name: string, tally: ImportTally, seconds: number): string {
  const speed = whole.format(tally.rows / Math.max(seconds, 0.001))
  const reasons = [...tally.leftOut].sort(([, a], [, b]) => b - a)
  const leftOut = reasons.reduce((sum, [, count]) => sum + count, 0)
  const detail = reasons.map(([reason, count]) => `${reason} ${whole.format(count)}`).join(', ')
  const lines = [
    `${name}: ${whole.format(tally.rows)} rows in ${seconds.toFixed(1)} s (${speed} rows/s)`,
    `  inserted ${whole.format(tally.inserted)}, updated ${whole.format(tally.updated)}, unchanged ${whole.format(tally.unchanged)}`,
    `  left out ${whole.format(leftOut)}${detail === '' ? '' : ` (${detail})`}, rejected ${whole.format(tally.rejected)}`,
  ]
  if (tally.otherLanguages > 0) {
    lines.push(`  not in English, stored but neither scored nor found: ${whole.format(tally.otherLanguages)}`)
  }
  if (tally.removed > 0) {
    lines.push(
      `  removed from the archive, because they were deleted at their source: ${whole.format(tally.removed)}`,
    )
  }
  return lines.join('\n')
}

/** Imports one file, and prints its progress and a summary. */
export async function importFile(
  deps: StorePosts & Console,
  source: ImportSource,
  { options, rejectFiles, signal }: ImportRun,
): Promise<FileOutcome> {
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  const tally = makeTally()
  const warn = (message: string) => deps.screen.write(`${message}\n`)
  const leftOutLines = () => source.leftOutLines?.() ?? 0
  const rejects = rejectFiles.listFor(source.name)
  const hideProgress = showProgress(deps.screen, () => ({
    name: source.name,
    rows: tally.rows + leftOutLines(),
    seconds: seconds(),
    share: source.sizeBytes === null || source.sizeBytes === 0 ? null : source.bytesRead() / source.sizeBytes,
  }))
  const onReject = (line: number, reason: string) => rejects.add({ file: source.path, line, reason })
  const end = await importPosts({ ...deps, onReject }, source.rows, {
    filters: options.filters,
    tally,
    signal,
  })
  hideProgress()
  tally.rows += leftOutLines()
  countLeftOut(tally, otherCommunity, leftOutLines())
  deps.print(importReport(source.name, tally, seconds()))
  for (const note of [...(source.notes?.() ?? []), ...tally.cuts.notes()]) deps.print(`  ${note}`)
  if (tally.rejected > 0) deps.print(`  the rejected rows are listed in ${rejects.path}`)
  if (end.how !== 'complete') warn(endSentence(source.name, end))
  return { tally, end, seconds: seconds() }
}

/** A sentence about how far an import got, and what to do next. */
function endSentence(name: string, end: Exclude<ImportEnd, { how: 'complete' }>): string {
  const again = 'Run the same command again: stored rows are skipped.'
  const place = end.line === 0 ? `Nothing of ${name} was read` : `${name} is in up to line ${end.line}`
  if (end.how === 'stopped') return `Stopped. ${place}. ${again}`
  const why = end.error instanceof Error ? end.error.message : String(end.error)
  // The message of a file's own error starts with the name of the file, so it is not capitalised.
  const begun = end.error instanceof ArchiveWriteError ? why.charAt(0).toUpperCase() + why.slice(1) : why
  const reason = begun.replace(/\.?$/u, '.')
  return `${reason} ${place}. Fix that and run the same command again: stored rows are skipped.`
}
