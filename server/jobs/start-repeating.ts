type Repeated = {
  work: (stopped: AbortSignal) => Promise<void>
  everyMs: number
  /** A failure is reported, and the work tried again the next time. */
  warn: (error: unknown) => void
}

/**
 * Works now and every so often, never twice at a time: what takes longer is left to end, and its turn passes.
 * Stopping waits for what is under way, which is asked to end.
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
