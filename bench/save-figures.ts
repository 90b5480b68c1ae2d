import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A measured value with its goal. `measuredOn` is set if the value is older than the rest of its section. */
export type Bar = {
  what: string
  measured: number
  most?: number
  least?: number
  unit?: string
  measuredOn?: string
}

/** A section of docs/figures.md: the results of one command on one day. */
export type MeasuredSection = {
  title: string
  /** Undefined if the section was measured by hand. */
  command?: string
  measuredOn: string
  over: string
  columns: string[]
  rows: (string | number)[][]
  bars?: Bar[]
  notes?: string[]
}

export const resultsFolder = join(import.meta.dirname, 'results')

/** Saves results for docs/figures.md if SAVE_FIGURES is set. Results of a busy machine would be useless. */
export function saveFigures(name: string, section: Omit<MeasuredSection, 'measuredOn'>): void {
  if (process.env.SAVE_FIGURES === undefined) return
  const measuredOn = new Date().toISOString().slice(0, 10)
  const text = JSON.stringify({ ...section, measuredOn }, null, 2)
  writeFileSync(join(resultsFolder, `${name}.json`), `${text}\n`)
}
