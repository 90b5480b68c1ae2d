type Repeated = {
  work: (stopped: AbortSignal) => Promise<void>
  everyMs: number
  /** A failure is reported, and the work tried again the next time. */
  warn: (error: unknown) => void
}

/** Works now and every so often. Stopping waits for what is under way, which is asked to end. */
export function startRepeating({ work, everyMs, warn }: Repeated): () => Promise<void> {
  const stopping = new AbortController()
  let underWay = Promise.resolve()
  const run = () => {
    underWay = underWay.then(() => work(stopping.signal)).catch(warn)
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
