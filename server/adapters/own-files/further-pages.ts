import { isJsonObject } from '../json-value.ts'

/**
 * Fields that say explicitly whether there are more rows. A link to the next page is not sufficient, because
 * even the last page may have one.
 */
const saysMore = /^(?:has_?more|has_?next(?:_?page)?|more_?available)$/iu
const saysLast = /^(?:is_?last(?:_?page)?|last_?page_?reached|done|end_?of_?stream|complete)$/iu
/** Fields with the URL or the cursor of the next page. */
const namesNext =
  /^(?:next(?:_?(?:page|url|link|href|cursor|records_?url|page_?(?:token|url|link|cursor)))?|(?:after_?|page_?|end_?)cursor|more_topics_url|cursor_?next|continuation(?:_?token)?)$/iu
const countsAll =
  /^(?:total|total_?(?:count|results|items|records|rows|hits|size|issues|responses|reviews)|hits_?total|nb_?hits|count|all_?count)$/iu
const countsPages = /^(?:total_?pages|page_?count|pages|nb_?pages|last_?page|num_?pages)$/iu
const pages =
  /^(?:start_?at|max_?results|page|page_?(?:number|size|index)|per_?page|limit|offset|size|skip|start_?index)$/iu

const deepest = 4

/** The fields of an object and of its nested objects, without its rows. */
function* envelopeOf(
  value: Record<string, unknown>,
  rows: unknown,
  depth = 1,
): Generator<readonly [string, unknown]> {
  for (const [name, inner] of Object.entries(value)) {
    yield [name, inner]
    if (isJsonObject(inner) && depth < deepest) yield* envelopeOf(inner, rows, depth + 1)
    // Links are `[{"rel": "next", "href": ...}]`; feeds have both keys in `attributes`.
    else if (Array.isArray(inner) && inner !== rows && /^links?$/iu.test(name)) {
      for (const one of inner) {
        const link = isJsonObject(one) && isJsonObject(one.attributes) ? one.attributes : one
        if (isJsonObject(link) && typeof link.rel === 'string')
          yield [link.rel.split('-')[0] ?? '', link.href]
      }
    }
  }
}

const isGiven = (value: unknown) =>
  (typeof value === 'string' && value !== '') ||
  (typeof value === 'number' && value > 0) ||
  (isJsonObject(value) && Object.keys(value).length > 0)

/** Whether the metadata of an export shows that more rows are on another page. */
export function namesFurtherPage(value: unknown, rows: readonly unknown[]): boolean {
  if (!isJsonObject(value)) return false
  const fields = [...envelopeOf(value, rows)]
  const said = fields.filter(([, one]) => typeof one === 'boolean')
  if (said.some(([name, one]) => (one ? saysMore : saysLast).test(name))) return true
  if (said.some(([name, one]) => (one ? saysLast : saysMore).test(name))) return false
  if (fields.some(([name, one]) => namesNext.test(name) && isGiven(one))) return true
  if (fields.some(([name, one]) => name === 'offset' && typeof one === 'string' && one !== '')) return true
  // Steam and Bluesky write a cursor. Steam writes it even on a page with all rows, where it is ignored.
  const isAll = fields.some(
    ([name, one]) => countsAll.test(name) && typeof one === 'number' && one <= rows.length,
  )
  if (!isAll && typeof value.cursor === 'string' && value.cursor !== '') return true
  // Reddit's cursor is the id of the last post.
  if (fields.some(([name, one]) => name === 'after' && typeof one === 'string' && /^t\d_/u.test(one)))
    return true
  const isPage = fields.some(([name, one]) => pages.test(name) && typeof one === 'number')
  const isOver = (kind: RegExp, most: number) =>
    fields.some(([name, one]) => kind.test(name) && typeof one === 'number' && one > most)
  return isOver(countsPages, 1) || (isPage && isOver(countsAll, rows.length))
}
