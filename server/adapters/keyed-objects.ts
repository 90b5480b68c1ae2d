import { isJsonObject } from './json-value.ts'

/**
 * Ids as databases and sites write them: numbers, UUIDs and other hexadecimal ids, ids of Firebase and Reddit,
 * and random letters and digits. A word with a number at its end is the name of a field.
 */
const idKey =
  /^(?:\d{1,20}|[\da-f]{8,64}|[\da-f-]{36}|-[\w-]{19}|t[1-6]_\w{1,12}|(?![a-z]{1,28}\d{0,28}$)[\da-z]{16,28})$/iu
const lookedAt = 20

/** Whether objects have most of their fields in common. */
function areAlike([first, ...others]: readonly Record<string, unknown>[]): boolean {
  const names = Object.keys(first ?? {})
  return others
    .slice(0, lookedAt)
    .every(
      (one) =>
        2 * names.filter((name) => name in one).length >= Math.min(names.length, Object.keys(one).length),
    )
}

/**
 * The objects in `{"9001": {...}, "9002": {...}}`, where the key of each object is its id. Null for other
 * objects. Deleted items without content are left out.
 */
export function keyedObjects(value: Record<string, unknown>): Record<string, unknown>[] | null {
  const entries = Object.entries(value).filter(([, one]) => one !== null)
  const objects = entries.map(([, one]) => one).filter(isJsonObject)
  const [first] = entries
  if (first === undefined || objects.length < entries.length) return null
  if (!entries.every(([name]) => idKey.test(name))) return null
  const isOwnId = Object.values(objects[0] ?? {}).some((one) => String(one) === first[0])
  return isOwnId || (objects.length > 1 && areAlike(objects)) ? objects : null
}
