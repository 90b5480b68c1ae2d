import type { ImportTally } from './import-posts.ts'

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** What became of every row of a file, in a few lines. */
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
  if (tally.removed > 0) {
    lines.push(
      `  removed from the archive, since they are deleted where they came from: ${whole.format(tally.removed)}`,
    )
  }
  return lines.join('\n')
}

export type Progress = {
  name: string
  rows: number
  seconds: number
  /** From 0 to 1; null when the end is not known. */
  share: number | null
}

/** One line for people who wait: how far, how fast, how long still. */
export function progressLine({ name, rows, seconds, share }: Progress): string {
  const speed = `${whole.format(rows)} rows, ${whole.format(rows / Math.max(seconds, 0.001))} rows/s`
  if (share === null || share <= 0) return `${name}: ${speed}`
  const left = Math.ceil((seconds / share) * (1 - share))
  return `${name}: ${Math.floor(share * 100)}%, ${speed}, ${clockTime(left)} left`
}

/** The same with a bar, for a terminal. */
export function progressBar(progress: Progress): string {
  const width = 24
  const share = progress.share ?? 0
  const filled = Math.round(share * width)
  const bar = progress.share === null ? '' : `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] `
  return `${bar}${progressLine(progress)}`
}

function clockTime(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const pad = (part: number) => String(part).padStart(2, '0')
  return minutes >= 60
    ? `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(seconds % 60)}`
    : `${minutes}:${pad(seconds % 60)}`
}
