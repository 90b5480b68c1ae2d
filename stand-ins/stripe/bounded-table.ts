import { badRequest } from './refusal.ts'

/** Most rows of a table, and what happens to one more. */
export type TableBound = { most: number; full: 'forget_oldest' | 'refuse' }

/** Rows by id, in the order they were made. */
export class BoundedTable<Row extends { id: string }> {
  readonly #rows = new Map<string, Row>()
  readonly #bound: TableBound

  constructor(bound: TableBound) {
    this.#bound = bound
  }

  find(id: string): Row | null {
    return this.#rows.get(id) ?? null
  }

  put(row: Row): Row {
    if (!this.#rows.has(row.id) && this.#rows.size >= this.#bound.most) this.#makeRoom()
    this.#rows.set(row.id, row)
    return row
  }

  delete(id: string): void {
    this.#rows.delete(id)
  }

  /** In the order they were made. */
  all(): Row[] {
    return [...this.#rows.values()]
  }

  #makeRoom(): void {
    const oldest = this.#rows.keys().next()
    if (this.#bound.full === 'refuse' || oldest.done) {
      throw badRequest('The local stand-in is full. Stop the product, delete its state file and start again.')
    }
    this.#rows.delete(oldest.value)
  }
}
