type Repeated = {
  work: (stopped: AbortSignal) => Promise<void>
  everyMs: number
  /** Failures are reported, and the work is retried at the next interval. */
  warn: (error: unknown) => void
}

/**
 * Runs the work now and periodically, never concurrently: if it takes longer, an interval is skipped. Stopping
 * aborts and awaits running work.
 */
export function startRepeating({ work, everyMs, warn }: Repeated): () => Promise<void> {
  const stopping = new AbortController()
  let underWay: Promise<void> | null = null
  const run = () => {
    underWay ??= work(stopping.signal)
      .catch(warn)
      .finally(() => {
        underWay = null
      })
  }
  run()
  const timer = setInterval(run, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await underWay
  }
}
