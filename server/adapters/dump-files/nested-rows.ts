import { isJsonObject } from '../json-value.ts'

/** Under these names answers of interfaces hold their posts: Reddit, Algolia, Pushshift, Arctic Shift, scrapers. */
const listNames = ['children', 'hits', 'data', 'posts', 'submissions', 'items', 'results'] as const

export const beginsLikeAnswer =
  /^\{\s*"(?:kind"\s*:\s*"Listing"|(?:hits|data|posts|submissions|items|results)"\s*:\s*[[{])/u

/** A post of its own has a title or an id; what wraps many has neither. */
function wrappedList(value: Record<string, unknown>): unknown[] | null {
  if ('title' in value || 'id' in value || 'objectID' in value) return null
  for (const name of listNames) {
    const inside = value[name]
    if (Array.isArray(inside)) return inside
    if (name === 'data' && isJsonObject(inside)) return wrappedList(inside)
  }
  return null
}

/** The rows in a JSON value: of lists and answers what they hold, however often packed; else the value itself. */
export function rowsIn(value: unknown, depth = 0): unknown[] {
  if (depth > 6) return [value]
  const inside = (values: readonly unknown[]) => values.flatMap((one) => rowsIn(one, depth + 1))
  if (Array.isArray(value)) return inside(value)
  if (!isJsonObject(value)) return [value]
  // Reddit's things: t3 a post, t1 a comment, more a note that there are more comments.
  if (value.kind === 'more') return []
  if (typeof value.kind === 'string' && /^t\d$/u.test(value.kind) && isJsonObject(value.data))
    return [value.data]
  const list = wrappedList(value)
  return list === null ? [value] : inside(list)
}
