type Halving<T> = {
  /** All of these or none; throws where the database does not take one of them. */
  store: (rows: readonly T[]) => Promise<void>
  /** Whether it is a row's fault, and not the database's. */
  isRefusal: (error: unknown) => boolean
  refuse: (row: T, error: unknown) => void
}

/** Stores rows together. One that the database does not take is found by halving and set aside; the rest is stored. */
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
