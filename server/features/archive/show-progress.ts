import { type Progress, progressBar, progressLine } from './import-report.ts'

type Screen = { isTTY?: boolean; columns?: number; write(text: string): unknown }

const barEveryMs = 200
const lineEveryMs = 5000

/** Shows progress until the returned function is called: a bar on a terminal, a plain line now and then elsewhere. */
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
