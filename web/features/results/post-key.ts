/** A post's key on this page and in URLs: an id is unique only within its source. */
export function postKey({ source, id }: { source: string; id: string }): string {
  return `${source}:${id}`
}

export function readPostKey(key: string | null): { source: string; id: string } | null {
  const colon = key?.indexOf(':') ?? -1
  if (key === null || colon < 1 || colon === key.length - 1) return null
  return { source: key.slice(0, colon), id: key.slice(colon + 1) }
}
