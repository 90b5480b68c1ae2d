const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

type Progress = {
  name: string
  rows: number
  seconds: number
  /** The share that is done, from 0 to 1; null if the total is unknown. */
  share: number | null
}

/** A line with the share, the rate and the remaining time. */
export function progressLine({ name, rows, seconds, share }: Progress): string {
  const speed = `${whole.format(rows)} rows, ${whole.format(rows / Math.max(seconds, 0.001))} rows/s`
  if (share === null || share <= 0) return `${name}: ${speed}`
  const left = Math.ceil((seconds / share) * (1 - share))
  return `${name}: ${Math.floor(share * 100)}%, ${speed}, ${clockTime(left)} left`
}

/** The progress line with a bar, for a terminal. */
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

type Screen = { isTTY?: boolean; columns?: number; write(text: string): unknown }

const barEveryMs = 200
const lineEveryMs = 5000

/**
 * Shows progress until the returned function is called: a bar on a terminal, otherwise a line from time to
 * time.
 */
export function showProgress(screen: Screen, read: () => Progress): () => void {
  const isTerminal = screen.isTTY === true
  const show = () => {
    if (isTerminal) screen.write(`\r\u001b[2K${progressBar(read()).slice(0, (screen.columns ?? 80) - 1)}`)
    else screen.write(`${progressLine(read())}\n`)
  }
  const timer = setInterval(show, isTerminal ? barEveryMs : lineEveryMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    if (isTerminal) screen.write('\r\u001b[2K')
  }
}
