import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { importColumns } from '#server/adapters/dump-files/column-names.ts'
import { DumpError } from '#server/adapters/dump-files/dump-row.ts'
import { type Dump, openDump } from '#server/adapters/dump-files/open-dump.ts'
import { otherCommunities } from '#server/adapters/dump-files/other-communities.ts'
import { previewDump } from '#server/adapters/dump-files/preview-dump.ts'
import { readDumpPosts } from '#server/adapters/dump-files/read-dump-posts.ts'
import { beginBulkLoad } from '#server/database/word-indexes.ts'
import { type FileOutcome, importFile } from '#server/features/archive/import/import-file.ts'
import { findFilterReason } from '#server/features/archive/import/import-filter-rules.ts'
import {
  type ImportOptions,
  importHelp,
  readImportOptions,
} from '#server/features/archive/import/import-options.ts'
import { openRejectFiles } from '#server/features/archive/import/reject-file.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { countWords, mostCounted } from '#server/features/archive/store/count-words.ts'
import { makeWordCountStore } from '#server/features/archive/store/word-count-store.ts'
import { findLanguage } from '#server/matching/find-language.ts'
import type { Post } from '#server/source-ports.ts'
import { print, runCommand, say, withDatabase } from './run-command.ts'

/** If an import makes at least this many changes, the indexes are rebuilt at its end. */
const manyChanges = 1000

/** Reports what an import of the files would read, without a database. */
async function preview({ files, encoding, filters }: ImportOptions, signal: AbortSignal): Promise<number> {
  let failed = false
  for (const path of files) {
    try {
      const dump = await openDump({ path, stdin: process.stdin, needed: importColumns, encoding, signal })
      const look = {
        findReason: (post: Post, nsfw: boolean) => findFilterReason(post, nsfw, filters),
        findLanguage,
      }
      print((await previewDump(dump, look)).join('\n'))
    } catch (error) {
      if (signal.aborted) return 130
      if (!(error instanceof DumpError)) throw error
      failed = true
      say(error.message)
    }
  }
  return failed ? 1 : 0
}

async function importAll(options: ImportOptions, signal: AbortSignal): Promise<number> {
  const dumps: (Dump & { path: string })[] = []
  for (const path of options.files) {
    const { encoding, filters } = options
    const isLeftOut = filters.communities && otherCommunities(filters.communities)
    const input = { path, stdin: process.stdin, needed: importColumns, encoding, signal, isLeftOut }
    const dump = await openDump(input)
    dumps.push({ ...dump, path: path === '-' ? dump.name : path })
  }
  const rejectFiles = openRejectFiles(options.rejectsPath, say)
  return withDatabase(async ({ db, pool, where }) => {
    const store = makeArchiveStore(db)
    say(`Importing into ${where}.`)
    const into = { store, scorer: shippedScorer(), print, screen: process.stderr }
    const outcomes: FileOutcome[] = []
    const bulkLoad = await beginBulkLoad(pool)
    for (const dump of dumps) {
      const source = { ...dump, ...readDumpPosts(dump) }
      outcomes.push(await importFile(into, source, { options, rejectFiles, signal }))
      if (mustStop(outcomes.at(-1))) break
    }
    const changes = outcomes.reduce((sum, { tally }) => sum + tally.inserted + tally.updated, 0)
    if (outcomes.some(mustStop)) {
      await bulkLoad?.leave()
      return exitCode(outcomes)
    }
    await bulkLoad?.finish()
    if (changes >= manyChanges) {
      await store.settle()
      await countWords({ store: makeWordCountStore(db) }, mostCounted.byCommand)
    }
    return exitCode(outcomes)
  }).finally(() => rejectFiles.close())
}

/**
 * Whether the import ends after a file: after Ctrl-C or a failure of the database, but not after an
 * unreadable file.
 */
function mustStop(outcome: FileOutcome | undefined): boolean {
  if (outcome === undefined || outcome.end.how === 'complete') return false
  return outcome.end.how === 'stopped' || !(outcome.end.error instanceof DumpError)
}

function exitCode(outcomes: readonly FileOutcome[]): number {
  const ended = (how: string) => outcomes.some(({ end }) => end.how === how)
  if (ended('stopped')) return 130
  if (ended('failed')) return 1
  return outcomes.some(({ tally }) => tally.rejected > 0) ? 3 : 0
}

await runCommand(async (signal) => {
  const read = readImportOptions(process.argv.slice(2))
  if (read.kind === 'run')
    return read.options.dryRun ? preview(read.options, signal) : importAll(read.options, signal)
  if (read.kind === 'help') print(importHelp)
  else say(read.message)
  return read.kind === 'help' ? 0 : 2
})
