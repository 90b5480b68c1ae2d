const dayMs = 86_400_000

/** Sweeps now and once a day. Stopping waits for what is under way, which is told to end. */
export function startBillingSweep(
  sweep: (stopped: AbortSignal) => Promise<void>,
  warn: (error: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController()
  let underWay = Promise.resolve()
  const run = () => {
    underWay = underWay.then(() => sweep(stopping.signal)).catch(warn)
  }
  run()
  const timer = setInterval(run, dayMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await underWay
  }
}
