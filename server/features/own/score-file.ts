import type { OwnCollection, OwnFormat, OwnMapping } from '#contract/own-material.ts'
import { publicError } from '#server/errors.ts'
import type { FileRow } from '#server/source-ports.ts'
import { type ReadRow, type RowContext, readOwnRow } from './own-row-rules.ts'
import type { ScoredRow } from './own-rows-store.ts'
import { isMarked, type RowMark } from './row-notes-rules.ts'

export type ReadFile = {
  /** Reads a text row by row. `findFileProblem` recognises the errors that this throws. */
  readLines: (
    chunks: AsyncIterable<string>,
    as: { format: OwnFormat; hasHeader: boolean },
  ) => AsyncIterable<FileRow>
  findFileProblem: (error: unknown) => string | null
  /** Determines from the start of a file how to read it, with notes for the user. */
  lookAt: (head: string) => { format: OwnFormat; hasHeader: boolean; notes: string[] }
}

export type ScoreRow = {
  /** A row in the form that can be searched: its score and result summary, as for posts. */
  scoreRow: (row: Pick<ReadRow, 'title' | 'selftext' | 'community'>) => Omit<ScoredRow, keyof ReadRow>
}

/** Converts a title to plain text. In a column of plain text, tags and entities stay. */
export type ReadTitle = { readTitle: (cell: string, isPlain: boolean) => string }

export type ScoreFile = ReadFile & ScoreRow & ReadTitle & Pick<RowContext, 'readText' | 'readDate'>

/** Collects all dates of a column before any of them is interpreted. */
export type DateColumn<Reading> = { add(cell: string): void; decide(): Reading }
/** Collects all titles of a column. */
export type TitleColumn = { add(cell: string): void; isPlain(): boolean }

export type FileToScore = {
  mapping: OwnMapping
  collection: RowContext['collection']
  /** The lines that took too long in an earlier run. */
  leftOut: readonly number[]
  /** The results of `lookAtColumns`. */
  dates: unknown
  plainTitles: boolean
}

export type PlacedRow = ScoredRow & { line: number }

/** The results of a batch of rows, which are stored together. */
export type FileStep = Pick<OwnCollection, 'rejected' | 'rejects'> & {
  rows: PlacedRow[]
  /** The rows with changes that the user is told about. */
  marks: RowMark[]
  /** The number of rows that were read but not scored, because a limit was reached. */
  unscored: number
}

type Talk = { pieces: AsyncIterable<string>; reach: (line: number) => void }

const stepRows = 250
const stepCharacters = 500_000
export const mostRejects = 20

const emptyStep = (): FileStep => ({ rows: [], marks: [], unscored: 0, rejected: 0, rejects: [] })

function reject(step: FileStep, line: number, reason: string): void {
  step.rejected += 1
  if (step.rejects.length < mostRejects) step.rejects.push({ line, reason })
}

async function* readRows(deps: ScoreFile, { pieces, reach }: Talk, file: FileToScore) {
  const { mapping, collection, leftOut, plainTitles } = file
  const context = {
    mapping,
    collection,
    readText: deps.readText,
    readTitle: (cell: string) => deps.readTitle(cell, plainTitles),
    readDate: deps.readDate,
  }
  for await (const line of deps.readLines(pieces, mapping)) {
    reach(line.line)
    if (leftOut.includes(line.line)) yield { line: line.line, problem: 'it took too long to read' }
    else if (line.problem !== undefined) yield line
    else {
      const { joined = false, others = 0 } = line
      yield { line: line.line, joined, others, ...readOwnRow(line.cells, context) }
    }
  }
}

function asUnreadable({ findFileProblem }: Pick<ReadFile, 'findFileProblem'>, error: unknown): unknown {
  const problem = findFileProblem(error)
  return problem === null ? error : publicError('own_unreadable', problem)
}

/**
 * The first of two passes over a file. Its only step determines the formats of dates and of titles from all
 * rows.
 */
export async function* lookAtColumns<Reading>(
  deps: ReadFile & { dates: DateColumn<Reading>; titles: TitleColumn },
  { pieces, reach }: Talk,
  mapping: OwnMapping,
): AsyncGenerator<{ dates: Reading; plainTitles: boolean }, void> {
  try {
    for await (const line of deps.readLines(pieces, mapping)) {
      reach(line.line)
      if (line.problem !== undefined) continue
      deps.dates.add(line.cells.get(mapping.date ?? '') ?? '')
      deps.titles.add(line.cells.get(mapping.title ?? '') ?? '')
    }
  } catch (error) {
    throw asUnreadable(deps, error)
  }
  yield { dates: deps.dates.decide(), plainTitles: deps.titles.isPlain() }
}

/**
 * Reads and scores a file, with one batch per step. If the caller answers a step with false, a limit is
 * reached, and later rows are only counted. Throws `own_unreadable` if the rest of the file cannot be read.
 */
export async function* scoreFile(
  deps: ScoreFile,
  talk: Talk,
  file: FileToScore,
): AsyncGenerator<FileStep, void, boolean | undefined> {
  let step = emptyStep()
  let characters = 0
  let scores = true
  try {
    for await (const reading of readRows(deps, talk, file)) {
      if (!('row' in reading)) {
        reject(step, reading.line, reading.problem)
        continue
      }
      const { line, row, ...marks } = reading
      if (scores) {
        step.rows.push({ ...row, ...deps.scoreRow(row), line })
        if (isMarked(marks)) step.marks.push({ line, ...marks })
      } else step.unscored += 1
      characters += row.title.length + row.selftext.length
      if (step.rows.length + step.unscored < stepRows && characters < stepCharacters) continue
      scores = (yield step) !== false
      step = emptyStep()
      characters = 0
    }
  } catch (error) {
    throw asUnreadable(deps, error)
  }
  yield step
}
