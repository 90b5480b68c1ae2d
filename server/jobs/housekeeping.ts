const hourMs = 3_600_000

/** Runs `clean` now and every hour until it is stopped; a failure is told and tried again an hour later. */
export function startHousekeeping(clean: () => Promise<void>, warn: (error: unknown) => void): () => void {
  const run = () => void clean().catch(warn)
  run()
  const timer = setInterval(run, hourMs)
  timer.unref()
  return () => clearInterval(timer)
}
