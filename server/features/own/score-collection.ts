import { setImmediate } from 'node:timers/promises'
import type { OwnCollection, OwnFormat } from '#contract/own-material.ts'
import type { CollectionToScore, OwnCollectionStore } from './own-collection-store.ts'
import { type ReadRow, type RowContext, readOwnRow } from './own-row-rules.ts'
import type { OwnRowsStore, ScoredRow } from './own-rows-store.ts'

type ScoreRows = {
  /** What a row is found and ranked by: its score and result summary, as posts of the archive have them. */
  scoreRow: (row: Pick<ReadRow, 'title' | 'selftext' | 'community'>) => Omit<ScoredRow, keyof ReadRow>
}

const batchRows = 250

/** Rescores what people uploaded and another version scored. Returns how many; ends early, between batches, on abort. */
export async function rescoreRows(
  deps: ScoreRows & {
    rows: Pick<OwnRowsStore, 'listOld' | 'saveScores' | 'recountLanguages'>
    scorerVersion: string
  },
  signal: AbortSignal,
): Promise<number> {
  let afterId = 0
  let scored = 0
  while (!signal.aborted) {
    const old = await deps.rows.listOld(deps.scorerVersion, afterId, batchRows)
    const last = old.at(-1)
    if (last === undefined) break
    await deps.rows.saveScores(old.map((row) => ({ ...row, ...deps.scoreRow(row) })))
    scored += old.length
    afterId = Number(last.id)
  }
  if (scored > 0) await deps.rows.recountLanguages()
  return scored
}

/** One row of a file: the values of its columns, or why it cannot be read. */
export type FileRow =
  | { line: number; cells: ReadonlyMap<string, string>; problem?: undefined }
  | { line: number; problem: string }

export type ReadFile = {
  /** Reads a text row by row; throws what `findFileProblem` knows. */
  readLines: (
    chunks: AsyncIterable<string>,
    as: { format: OwnFormat; hasHeader: boolean },
  ) => AsyncIterable<FileRow>
  findFileProblem: (error: unknown) => string | null
}

export type ScoreCollection = ScoreRows &
  ReadFile &
  Pick<RowContext, 'readText' | 'readInstant'> & {
    collections: Pick<OwnCollectionStore, 'beginScoring' | 'readParts' | 'finishScoring' | 'failScoring'>
    rows: Pick<OwnRowsStore, 'saveRows'>
  }

type Counts = Pick<OwnCollection, 'beyondLimit' | 'rejected' | 'rejects'>

const batchCharacters = 500_000
/** After so many rows others get their turn: a row takes up to a few milliseconds. */
const rowsInOneGo = 10
const mostRejects = 20

type Batch = { rows: ReadRow[]; characters: number }

async function scoreBatch(deps: ScoreCollection, rows: readonly ReadRow[], signal: AbortSignal) {
  const scored: ScoredRow[] = []
  for (const row of rows) {
    scored.push({ ...row, ...deps.scoreRow(row) })
    if (scored.length % rowsInOneGo === 0) await setImmediate(undefined, { signal })
  }
  return scored
}

function reject(counts: Counts, line: number, reason: string): void {
  counts.rejected += 1
  if (counts.rejects.length < mostRejects) counts.rejects.push({ line, reason })
}

async function* readBatches(deps: ScoreCollection, collection: CollectionToScore, counts: Counts) {
  const { mapping } = collection
  const context = { mapping, collection, readText: deps.readText, readInstant: deps.readInstant }
  let batch: Batch = { rows: [], characters: 0 }
  for await (const line of deps.readLines(deps.collections.readParts(collection.id), mapping)) {
    const reading = line.problem === undefined ? readOwnRow(line.cells, context) : line
    if (!('row' in reading)) {
      reject(counts, line.line, reading.problem)
      continue
    }
    batch.rows.push(reading.row)
    batch.characters += reading.row.title.length + reading.row.selftext.length
    if (batch.rows.length < batchRows && batch.characters < batchCharacters) continue
    yield batch.rows
    batch = { rows: [], characters: 0 }
  }
  if (batch.rows.length > 0) yield batch.rows
}

/** One batch is written while the next is scored. False when the collection is gone, given up or in another run. */
async function storeRows(
  deps: ScoreCollection,
  collection: CollectionToScore,
  { counts, signal }: { counts: Counts; signal: AbortSignal },
): Promise<boolean> {
  let writing: Promise<boolean> = Promise.resolve(true)
  const write = async (scored: readonly ScoredRow[]) => {
    const inserted = await deps.rows.saveRows(collection, scored)
    counts.beyondLimit += scored.length - (inserted ?? 0)
    return inserted !== null
  }
  try {
    for await (const rows of readBatches(deps, collection, counts)) {
      await setImmediate(undefined, { signal })
      if (counts.beyondLimit > 0) {
        counts.beyondLimit += rows.length
        continue
      }
      const scored = await scoreBatch(deps, rows, signal)
      if (!(await writing)) return false
      writing = write(scored)
      // Who waits for it comes later: until then a failure is nobody's.
      writing.catch(() => {})
    }
  } finally {
    await writing.catch(() => {})
  }
  return writing
}

/** May be cut short and run again. A file that cannot be read fails the collection; other failures are the caller's. */
export async function scoreCollection(deps: ScoreCollection, id: string, signal: AbortSignal): Promise<void> {
  const collection = await deps.collections.beginScoring(id)
  if (collection === null) return
  const counts: Counts = { beyondLimit: 0, rejected: 0, rejects: [] }
  try {
    if (!(await storeRows(deps, collection, { counts, signal }))) return
  } catch (error) {
    const problem = deps.findFileProblem(error)
    if (problem === null) throw error
    await deps.collections.failScoring(id, problem)
    return
  }
  await deps.collections.finishScoring(collection, counts)
}

/** After the last try. */
export async function giveUpCollection(deps: Pick<ScoreCollection, 'collections'>, id: string) {
  await deps.collections.failScoring(
    id,
    'Something went wrong on our side again and again. Delete it and upload the file once more.',
  )
}
