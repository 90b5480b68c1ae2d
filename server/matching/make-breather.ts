/** Other work of this process runs at least this often. */
const sliceMs = 8

/**
 * Lets other work run when the time slice is over. Returns null before that, so that the caller needs no
 * `await`.
 */
export function makeBreather(): () => Promise<void> | null {
  let began = performance.now()
  return () => {
    if (performance.now() - began < sliceMs) return null
    return new Promise((resolve) => {
      setImmediate(() => {
        began = performance.now()
        resolve()
      })
    })
  }
}
