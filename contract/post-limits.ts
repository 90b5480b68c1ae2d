import { cutText } from './cut-text.ts'
import { limits } from './limits.ts'

type Named = { title: string; community: string; attribution?: { author: string } }

const whole = new Intl.NumberFormat('en-US')

/**
 * The parts of a post that are truncated, with their maximum lengths. A text that is too long is refused
 * instead.
 */
const nameLimits = {
  title: limits.titleCharacters,
  community: limits.communityCharacters,
  author: limits.authorCharacters,
} as const
export type CutName = keyof typeof nameLimits

const plurals = { title: 'titles', community: 'communities', author: 'authors' } as const

/** Truncates the title and names of a post to their limits, and returns which of them were truncated. */
export function cutNames<P extends Named>(post: P): { post: P; cut: CutName[] } {
  const { title, community, attribution } = post
  const cut: CutName[] = []
  if (title.length > nameLimits.title) cut.push('title')
  if (community.length > nameLimits.community) cut.push('community')
  if ((attribution?.author.length ?? 0) > nameLimits.author) cut.push('author')
  if (cut.length === 0) return { post, cut }
  const short = {
    ...post,
    title: cutText(title, nameLimits.title),
    community: cutText(community, nameLimits.community),
  }
  if (attribution === undefined) return { post: short, cut }
  const author = cutText(attribution.author, nameLimits.author)
  return { post: { ...short, attribution: { ...attribution, author } }, cut }
}

/** A message about one truncated title. */
export const titleWasCut = `The title was longer than ${whole.format(nameLimits.title)} characters and cut.`

const placesNamed = 5

/** Counts truncated fields, and reports them as sentences. */
export function countCuts(placeName: string) {
  const counts = new Map<CutName, { count: number; places: (string | number)[] }>()
  return {
    add(place: string | number, cut: readonly CutName[]): void {
      for (const name of cut) {
        const held = counts.get(name) ?? { count: 0, places: [] }
        held.count += 1
        if (held.places.length < placesNamed) held.places.push(place)
        counts.set(name, held)
      }
    },
    notes: (): string[] =>
      [...counts].map(([name, { count, places }]) => {
        const more = count > places.length ? ', ...' : ''
        const were = count === 1 ? `${name} was` : `${plurals[name]} were`
        return `${whole.format(count)} ${were} longer than ${nameLimits[name]} characters and cut (${placeName} ${places.join(', ')}${more}).`
      }),
  }
}
