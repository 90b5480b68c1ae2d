import { sourceLimits, type TriedPost, type TriedSource } from '#contract/admin-sources.ts'
import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import { findLengthReason } from '#contract/post-length.ts'
import { countCuts, cutNames } from '#contract/post-limits.ts'
import type { PostScore, ScorablePost } from '#scoring/score-post.ts'
import { publicError } from '#server/errors.ts'
import {
  type FeedPage,
  type Post,
  type RecogniseSource,
  SourceError,
  type SourceIdentity,
} from '#server/source-ports.ts'
import { sourceFacts } from './source-facts-rules.ts'
import type { SourceStore } from './source-store.ts'

type FindConflict = { store: Pick<SourceStore, 'findSame' | 'listSources'> }

export async function findConflict({ store }: FindConflict, identity: SourceIdentity) {
  const same = await store.findSame(identity)
  if (same !== null) {
    const how = same.kind === identity.kind ? '' : ` as a source of another kind (${same.kind})`
    const more = identity.communities.length === 0 ? '' : ' Its settings can be changed in the list.'
    return `${same.title} already exists${how}.${more}`
  }
  const here = (await store.listSources()).filter(({ removedAt }) => removedAt === null)
  const feeds = here.filter(({ kind }) => kind === 'feed').length
  if (identity.kind === 'feed' && feeds >= sourceLimits.feedsMost)
    return `There are ${sourceLimits.feedsMost} feeds already; remove one first.`
  if (identity.kind !== 'feed' && here.length - feeds >= sourceLimits.searchedMost)
    return `There are ${sourceLimits.searchedMost} searchable sources already; remove one first.`
  return null
}

export type TrySource = FindConflict & {
  recognise: RecogniseSource
  /** Reads some of the newest posts without storing them. */
  readSome: (identity: SourceIdentity) => Promise<Pick<FeedPage, 'posts' | 'notes'>>
  scorePost: (post: ScorablePost) => Promise<PostScore>
}

const shownPosts = 5
const longestSentence = 300

export function asUnreadable(what: 'address' | 'file', error: unknown): unknown {
  if (!(error instanceof SourceError)) return error
  return publicError('source_unreadable', `This ${what} ${error.message.replace(/\.?$/u, '.')}`, error)
}

function describe(post: Post, score: PostScore): TriedPost {
  const [best] = score.evidence
    .filter(({ start, end, points }) => end > start && points > 0)
    .sort((a, b) => b.points - a.points)
  return {
    title: post.title,
    community: post.community,
    url: post.url,
    createdAt: post.createdAt.toISOString(),
    score: score.opportunityScore,
    sentence:
      best === undefined ? null : cutText(post[best.field].slice(best.start, best.end), longestSentence),
  }
}

/** The kind of source is known, so the error names it. */
async function readShown({ readSome }: TrySource, identity: SourceIdentity) {
  try {
    return await readSome(identity)
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    const where = new URL(identity.address).host
    throw new SourceError(
      `leads to ${identity.title}, whose posts could not be read: ${where} ${error.message}`,
      {
        cause: error,
      },
    )
  }
}

const whole = new Intl.NumberFormat('en-US')

/** The posts as they would be stored. Changes to a post are listed with its index. */
function asStored(posts: readonly Post[]) {
  const cuts = countCuts('post')
  const tooLong: number[] = []
  const stored = posts.flatMap((given, at): Post[] => {
    if (findLengthReason(given) !== null) {
      tooLong.push(at + 1)
      return []
    }
    const { post, cut } = cutNames(given)
    cuts.add(at + 1, cut)
    return [post]
  })
  const places = `${tooLong.slice(0, shownPosts).join(', ')}${tooLong.length > shownPosts ? ', ...' : ''}`
  const leftOut =
    tooLong.length === 0
      ? []
      : [
          `Left out: ${whole.format(tooLong.length)}, whose text is longer than ${whole.format(limits.postTextCharacters)} characters (post ${places}).`,
        ]
  return { stored, notes: [...leftOut, ...cuts.notes()] }
}

/** Previews the source at a URL: five scored posts, and its terms and limits. Nothing is stored. */
export async function trySource(deps: TrySource, url: string): Promise<TriedSource> {
  try {
    const identity = await deps.recognise(url)
    const [{ posts, notes = [] }, conflict] = await Promise.all([
      readShown(deps, identity),
      findConflict(deps, identity),
    ])
    const shown: TriedPost[] = []
    const { stored, notes: ofPosts } = asStored(posts)
    for (const post of stored.slice(0, shownPosts)) shown.push(describe(post, await deps.scorePost(post)))
    return {
      ...identity,
      communities: [...identity.communities],
      facts: sourceFacts[identity.kind],
      conflict,
      posts: shown,
      notes: [...notes, ...ofPosts],
    }
  } catch (error) {
    throw asUnreadable('address', error)
  }
}
