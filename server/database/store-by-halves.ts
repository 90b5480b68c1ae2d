type Halving<T> = {
  /** Stores all of these or none; throws if the database rejects one. */
  store: (rows: readonly T[]) => Promise<void>
  /** Whether a row is the cause, and not the database. */
  isRefusal: (error: unknown) => boolean
  refuse: (row: T, error: unknown) => void
}

/** Stores rows together. A rejected one is found by bisection and set aside; the rest is stored. */
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
