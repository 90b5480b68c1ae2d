import { badRequest, noSuch } from './refusal.ts'
import { listOf } from './wire.ts'

type Paging = {
  limit?: number
  starting_after?: string
  ending_before?: string
  created?: number | { gt?: number; gte?: number; lt?: number; lte?: number }
}
type Listed = { id: string; object: string; created?: number }

/** Whether a row has what was asked for; what was not asked for fits. */
export function fits(...asked: [wanted: unknown, has: unknown][]): boolean {
  return asked.every(([wanted, has]) => wanted === undefined || wanted === has)
}

/** A page of rows that were given oldest first: newest first, with the provider's cursors. */
export function listPage<Row extends Listed>(url: string, rows: Row[], paging: Paging): object {
  const limit = paging.limit ?? 10
  if (limit < 1 || limit > 100) {
    throw badRequest('Invalid limit: must be between 1 and 100.', { param: 'limit' })
  }
  const newestFirst = rows.filter((row) => createdWithin(row.created ?? 0, paging.created)).reverse()
  const placeOf = (id: string, param: string): number => {
    const place = newestFirst.findIndex((row) => row.id === id)
    if (place < 0) throw noSuch(rows[0]?.object ?? 'object', id, param)
    return place
  }
  if (paging.ending_before !== undefined) {
    const end = placeOf(paging.ending_before, 'ending_before')
    const start = Math.max(0, end - limit)
    return listOf(url, newestFirst.slice(start, end), start > 0)
  }
  const start = paging.starting_after === undefined ? 0 : placeOf(paging.starting_after, 'starting_after') + 1
  return listOf(url, newestFirst.slice(start, start + limit), start + limit < newestFirst.length)
}

function createdWithin(created: number, range: Paging['created']): boolean {
  if (range === undefined) return true
  if (typeof range === 'number') return created === range
  return (
    created > (range.gt ?? Number.NEGATIVE_INFINITY) &&
    created >= (range.gte ?? Number.NEGATIVE_INFINITY) &&
    created < (range.lt ?? Number.POSITIVE_INFINITY) &&
    created <= (range.lte ?? Number.POSITIVE_INFINITY)
  )
}
