/** A unit of work: the keys that it writes, and the number of its last line in the file. */
export type WriteBatch = { keys: ReadonlySet<string>; lastLine: number }

/**
 * Writes a few batches at a time, so that the next one can be read and scored meanwhile. Batches that share a
 * key run one after another, in order.
 */
export function makeWriteLimit<B extends WriteBatch>(write: (batch: B) => Promise<void>, atOnce: number) {
  const running = new Map<B, Promise<void>>()
  const unsettled: { batch: B; done: boolean }[] = []
  const failures: unknown[] = []
  let settledThroughLine = 0

  const run = async (entry: { batch: B; done: boolean }) => {
    try {
      await write(entry.batch)
      entry.done = true
      while (unsettled[0]?.done === true)
        settledThroughLine = unsettled.shift()?.batch.lastLine ?? settledThroughLine
    } catch (error) {
      failures.push(error)
    } finally {
      running.delete(entry.batch)
    }
  }
  const mustWait = (batch: B) =>
    running.size >= atOnce ||
    [...running.keys()].some(({ keys }) => [...keys].some((key) => batch.keys.has(key)))

  return {
    /** All rows up to this line of the file are stored, skipped or rejected. */
    settledThroughLine: () => settledThroughLine,
    /** Resolves when another batch may be submitted. Throws the first failure. */
    async submit(batch: B): Promise<void> {
      while (failures.length === 0 && mustWait(batch)) await Promise.race(running.values())
      if (failures.length > 0) throw failures[0]
      const entry = { batch, done: false }
      unsettled.push(entry)
      running.set(batch, run(entry))
      while (failures.length === 0 && running.size >= atOnce) await Promise.race(running.values())
      if (failures.length > 0) throw failures[0]
    },
    /** Resolves when everything is written. Throws the first failure after all work has ended. */
    async finish(): Promise<void> {
      await Promise.all(running.values())
      if (failures.length > 0) throw failures[0]
    },
  }
}
