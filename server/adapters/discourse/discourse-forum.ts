import type { SourceIdentity } from '#server/ports.ts'
import { placeName } from '../source-calls/place-name.ts'

/** A forum, or some categories of it, that the operator named. */
export type DiscourseForum = {
  /** The source name its posts are stored under: its host, with the path where it has one. */
  name: string
  /** Without a slash at the end. */
  url: string
  /** Empty: all of them. */
  categories: readonly ForumCategory[]
}

/** `path` is its place in addresses, such as `features/5`. */
type ForumCategory = { id: number; path: string }

const inCategory = /^(.*?)\/c\/((?:[^/]+\/){1,3}?(\d+))(?:\/|$)/u

/** The forums in a list of addresses; several categories of one forum are one forum. */
export function listForums(addresses: readonly string[]): DiscourseForum[] {
  const forums = new Map<string, DiscourseForum>()
  for (const address of addresses) {
    const url = new URL(address)
    const [, base = url.pathname, path, id] = inCategory.exec(url.pathname) ?? []
    url.pathname = base.replace(/\/(?:latest|categories|top)?\/?$/u, '')
    url.search = ''
    const root = url.href.replace(/\/$/u, '')
    const named = path === undefined ? [] : [{ id: Number(id), path }]
    const known = forums.get(root)
    const isWhole = path === undefined || known?.categories.length === 0
    const categories = isWhole ? [] : [...(known?.categories ?? []), ...named]
    forums.set(root, { name: placeName(url), url: root, categories })
  }
  return [...forums.values()]
}

const categoryPath = /^(?:[^/\s]+\/){0,3}(\d{1,9})$/u

export function forumOf({ name, address, communities }: SourceIdentity): DiscourseForum {
  const categories = communities.flatMap((path) => {
    const id = categoryPath.exec(path)?.[1]
    return id === undefined ? [] : [{ id: Number(id), path }]
  })
  return { name, url: address, categories }
}
