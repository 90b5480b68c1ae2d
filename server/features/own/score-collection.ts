import type { OwnCollection, OwnMapping } from '#contract/own-material.ts'
import type { Duty } from '#server/clock.ts'
import { AppError, WorkerEnded } from '#server/errors.ts'
import { describeDoubled } from './known-rows-rules.ts'
import type { KnownRowsStore } from './known-rows-store.ts'
import type { CollectionToScore, OwnCollectionStore } from './own-collection-store.ts'
import type { OwnRowsStore } from './own-rows-store.ts'
import { countRowNotes } from './row-notes-rules.ts'
import { type FileStep, type FileToScore, mostRejects, type PlacedRow, type ScoreRow } from './score-file.ts'

const rescoredAtOnce = 250

/**
 * Scores own material of other scorer versions again. Returns the number of rows. An abort takes effect
 * between two batches.
 */
export async function rescoreRows(
  deps: ScoreRow & {
    rows: Pick<OwnRowsStore, 'listOld' | 'saveScores' | 'recountLanguages'>
    scorerVersion: string
  },
  signal: AbortSignal,
): Promise<number> {
  let afterId = 0
  let scored = 0
  while (!signal.aborted) {
    const old = await deps.rows.listOld(deps.scorerVersion, afterId, rescoredAtOnce)
    const last = old.at(-1)
    if (last === undefined) break
    await deps.rows.saveScores(old.map((row) => ({ ...row, ...deps.scoreRow(row) })))
    scored += old.length
    afterId = Number(last.id)
  }
  if (scored > 0) await deps.rows.recountLanguages()
  return scored
}

type ColumnLook = { dates: { notes: readonly string[] }; plainTitles: boolean }

export type ScoreCollection = {
  collections: Pick<OwnCollectionStore, 'beginScoring' | 'readParts' | 'finishScoring' | 'failScoring'>
  rows: Pick<OwnRowsStore, 'saveRows'>
  known: Pick<KnownRowsStore, 'countDoubled'>
  /** Determines the formats of dates and titles from all rows of a file, for `scoreFile`. */
  lookAtColumns: (
    of: { userId: string; signal: AbortSignal },
    mapping: OwnMapping,
    parts: AsyncIterable<string>,
  ) => AsyncGenerator<ColumnLook, void>
  /**
   * Reads and scores a file in a worker. Throws `own_unreadable`, or `WorkerEnded` with the line that took
   * too long.
   */
  scoreFile: (
    of: { userId: string; signal: AbortSignal },
    file: FileToScore,
    parts: AsyncIterable<string>,
  ) => AsyncGenerator<FileStep, void, boolean | undefined>
}

type Counts = Pick<OwnCollection, 'beyondLimit' | 'rejected' | 'rejects'> & {
  notes: ReturnType<typeof countRowNotes>
}
type Run = { counts: Counts; look: ColumnLook | null; leftOut: readonly number[]; signal: AbortSignal }

function count(counts: Counts, { unscored, rejected, rejects, marks }: FileStep): void {
  counts.beyondLimit += unscored
  counts.rejected += rejected
  counts.rejects.push(...rejects.slice(0, mostRejects - counts.rejects.length))
  for (const mark of marks) counts.notes.add(mark)
}

/**
 * Stores each step while the next one is computed. Returns false if the collection was deleted or given up,
 * or if another run scores it.
 */
async function storeRows(deps: ScoreCollection, collection: CollectionToScore, run: Run): Promise<boolean> {
  const { counts, look, leftOut, signal } = run
  const { dates = null, plainTitles = false } = look ?? {}
  const { id, userId, mapping, name, createdAt } = collection
  const file = { mapping, collection: { name, createdAt }, leftOut, dates, plainTitles }
  const steps = deps.scoreFile({ userId, signal }, file, deps.collections.readParts(id))
  let writing: Promise<boolean> = Promise.resolve(true)
  const write = async (scored: readonly PlacedRow[]) => {
    const saved = await deps.rows.saveRows(collection, scored)
    if (saved === null) return false
    const { inserted, refused } = saved
    counts.beyondLimit += scored.length - inserted - refused.length
    counts.rejected += refused.length
    const reasons = refused.map(({ line }) => ({ line, reason: 'it cannot be stored' }))
    counts.rejects.push(...reasons.slice(0, mostRejects - counts.rejects.length))
    return true
  }
  try {
    for (let hasRoom = true; ; hasRoom = counts.beyondLimit === 0) {
      const { done, value } = await steps.next(hasRoom)
      if (done === true) break
      count(counts, value)
      if (value.rows.length === 0) continue
      if (!(await writing)) return false
      writing = write(value.rows)
      // The promise is awaited later. If the promise is rejected before that, this is its handler.
      writing.catch(() => {})
    }
  } finally {
    await steps.return()
    await writing.catch(() => {})
  }
  return writing
}

/** Null if there is no column of dates or titles. */
async function lookAtColumns(deps: ScoreCollection, collection: CollectionToScore, signal: AbortSignal) {
  const { id, userId, mapping } = collection
  if (mapping.date === null && mapping.title === null) return null
  const steps = deps.lookAtColumns({ userId, signal }, mapping, deps.collections.readParts(id))
  for await (const look of steps) return look
  return null
}

/**
 * The maximum number of slow rows in a file. After each slow row, the file is read again from its beginning.
 */
const mostLeftOut = 3

/** The line of a slow row, if the file should be read again without it. */
function rowToLeaveOut(error: unknown, leftOut: readonly number[]): number | null {
  if (!(error instanceof WorkerEnded) || leftOut.length === mostLeftOut) return null
  // A row that was already skipped cannot be the cause.
  return error.place === null || leftOut.includes(error.place) ? null : error.place
}

/** The reason why the file cannot be read, as a message for the user. Null for other failures. */
function findProblem(error: unknown): string | null {
  if (error instanceof WorkerEnded)
    return error.place === null
      ? 'It took too long to read.'
      : `It took too long to read from line ${error.place} on.`
  return error instanceof AppError && error.code === 'own_unreadable' ? error.message : null
}

/**
 * The work may be interrupted and repeated. If the file is unreadable, the collection is marked as failed.
 * Other failures are thrown.
 */
export async function scoreCollection(deps: ScoreCollection, id: string, signal: AbortSignal): Promise<void> {
  const leftOut: number[] = []
  for (;;) {
    const collection = await deps.collections.beginScoring(id)
    if (collection === null) return
    const counts: Counts = { beyondLimit: 0, rejected: 0, rejects: [], notes: countRowNotes() }
    try {
      const look = await lookAtColumns(deps, collection, signal)
      if (!(await storeRows(deps, collection, { counts, look, leftOut, signal }))) return
      const doubled = describeDoubled(await deps.known.countDoubled(collection.userId, id))
      const notes = [...doubled, ...(look?.dates.notes ?? []), ...counts.notes.notes()]
      await deps.collections.finishScoring(collection, { ...counts, notes })
      return
    } catch (error) {
      const line = rowToLeaveOut(error, leftOut)
      if (line !== null) {
        leftOut.push(line)
        continue
      }
      const problem = findProblem(error)
      if (problem === null) throw error
      await deps.collections.failScoring(id, problem)
      return
    }
  }
}

/** Called when the last attempt has failed. */
async function giveUpCollection(deps: Pick<ScoreCollection, 'collections'>, id: string) {
  await deps.collections.failScoring(
    id,
    'Something went wrong on our side repeatedly. Delete it and upload the file again.',
  )
}

type OwnJobs = ScoreCollection & { listToScore: () => Promise<{ id: string; userId: string }[]> }

const idIn = (data: object) => (data as { id: string }).id

/** Reads and scores own material, with one job per collection and one at a time per account. */
export const ownDuty = (deps: OwnJobs): Duty => ({
  name: 'own-material',
  atOnce: 2,
  listDue: async () =>
    (await deps.listToScore()).map(({ id, userId }) => ({ key: id, data: { id }, group: userId })),
  run: (data, signal) => scoreCollection(deps, idIn(data), signal),
  giveUp: (data) => giveUpCollection(deps, idIn(data)),
})
