import * as z from 'zod/mini'

type Listed = { source: string; id: string }

const written = z.tuple([z.int().check(z.nonnegative()), z.string(), z.string()])

/** Base64url of UTF-8, because `btoa` alone accepts only Latin-1. */
const encode = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

function decode(text: string): unknown {
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0))))
  } catch {
    return null
  }
}

/** The cursor of the page after this entry. That page starts at the position `place`. */
export const cursorAfter = ({ source, id }: Listed, place: number) =>
  encode(JSON.stringify([place, source, id]))

/**
 * The position after the cursor's entry in the current list, in which other entries may have been deleted. If
 * the cursor's entry was deleted, its former position. Null if the text is not a cursor.
 */
export function findPlaceAfter(list: readonly Listed[], cursor: string | undefined): number | null {
  if (cursor === undefined) return 0
  const read = written.safeParse(decode(cursor))
  if (!read.success) return null
  const [place, source, id] = read.data
  const at = list.findIndex((one) => one.source === source && one.id === id)
  return at === -1 ? Math.max(0, place - 1) : at + 1
}
