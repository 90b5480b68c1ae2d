type Halving<T> = {
  /** Stores all of these rows or none. Throws if the database rejects one. */
  store: (rows: readonly T[]) => Promise<void>
  /** Whether the row is the cause of a failure, and not the database. */
  isRefusal: (error: unknown) => boolean
  refuse: (row: T, error: unknown) => void
}

/**
 * Stores rows together. Stores rows. A rejected row is found by bisection and set aside, and all others are
 * stored.
 */
export async function storeByHalves<T>(rows: readonly T[], halving: Halving<T>): Promise<void> {
  try {
    await halving.store(rows)
  } catch (error) {
    const [first] = rows
    if (!halving.isRefusal(error) || first === undefined) throw error
    if (rows.length === 1) return halving.refuse(first, error)
    const middle = Math.ceil(rows.length / 2)
    await storeByHalves(rows.slice(0, middle), halving)
    await storeByHalves(rows.slice(middle), halving)
  }
}
