type Halving<T> = {
  /** Stores either all of these rows or none. Throws if the database rejects a row. */
  store: (rows: readonly T[]) => Promise<void>
  /** Whether the row, and not the database, is the cause of a failure. */
  isRefusal: (error: unknown) => boolean
  refuse: (row: T, error: unknown) => void
}

/**
 * Stores rows together. Stores rows. Finds a rejected row by bisection and sets it aside; stores all others.
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
