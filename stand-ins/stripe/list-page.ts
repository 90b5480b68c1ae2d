import { badRequest, noSuch } from './api-error.ts'
import { listOf } from './wire.ts'

/** Whether a row has what was asked for; what was not asked for fits. */
export function fits(...asked: [wanted: unknown, has: unknown][]): boolean {
  return asked.every(([wanted, has]) => wanted === undefined || wanted === has)
}

/** A page of rows that were given oldest first: newest first, with the provider's cursor. */
export function listPage(
  url: string,
  rows: { id: string; object: string }[],
  { limit = 10, starting_after: after }: { limit?: number; starting_after?: string },
): object {
  if (limit < 1 || limit > 100) {
    throw badRequest('Invalid limit: must be between 1 and 100.', { param: 'limit' })
  }
  const newestFirst = rows.toReversed()
  const start = after === undefined ? 0 : newestFirst.findIndex((row) => row.id === after) + 1
  if (after !== undefined && start === 0) throw noSuch(rows[0]?.object ?? 'object', after, 'starting_after')
  return listOf(url, newestFirst.slice(start, start + limit), start + limit < newestFirst.length)
}
