import * as z from 'zod/mini'
import type { Post } from '#server/source-ports.ts'
import { storableText } from '../html-text/storable-text.ts'
import { entries, flag, instantOf, parseAnswer, score, text } from '../source-calls/reply-fields.ts'
import { MalformedSourceReply } from '../source-calls/source-failure.ts'

const instant = instantOf(/^\d{4}-\d\d-\d\dT\d\d:\d\d/u)

/** A post with its related data, in Lemmy's format (`name`) and PieFed's (`title`). */
const postView = z.object({
  post: z.object({
    id: z.int().check(z.gte(1)),
    name: text,
    title: text,
    body: text,
    published: instant,
    nsfw: flag,
    deleted: flag,
    removed: flag,
    featured_community: flag,
    featured_local: flag,
    sticky: flag,
  }),
  counts: z.object({ score, comments: score }),
  community: z.object({
    name: z.string(),
    actor_id: z.string(),
    nsfw: flag,
    deleted: flag,
    removed: flag,
    local: flag,
  }),
})
type PostView = z.infer<typeof postView>

const page = z.object({
  posts: entries,
  next_page: z.catch(z.nullish(z.pipe(z.union([z.string(), z.int()]), z.transform(String))), null),
})
const one = z.object({ post_view: z.unknown() })

/** `local` is null if the instance does not report whether the community is its own. */
export type InstancePost =
  | { kind: 'post'; post: Post; pinned: boolean; local: boolean | null }
  | { kind: 'gone' | 'left-out' }

/** An instance of Lemmy or PieFed; both have the same API at different paths. */
export type Instance = { name: string; url: string; apiUrl: string }

const readable = (written: string) => storableText(written).trim()

/** The community as `name@host`, the usual notation. */
function communityOf({ name, actor_id: address }: PostView['community']): string {
  const host = URL.parse(address)?.host
  return readable(host === undefined ? name : `${name}@${host}`)
}

function readView(value: unknown, { name: source, url }: Instance): InstancePost | null {
  const parsed = postView.safeParse(value)
  if (!parsed.success) return null
  const { post, counts, community } = parsed.data
  if (post.deleted === true || post.removed === true) return { kind: 'gone' }
  if (community.deleted === true || community.removed === true) return { kind: 'gone' }
  const title = readable(post.title ?? post.name ?? '')
  if (title === '' || post.nsfw === true || community.nsfw === true) return { kind: 'left-out' }
  const stored = {
    source,
    sourceId: `${post.id}`,
    community: communityOf(community),
    title,
    selftext: readable(post.body ?? ''),
    url: `${url}/post/${post.id}`,
    upvotes: counts.score ?? null,
    comments: counts.comments ?? null,
    createdAt: post.published,
    sample: false,
  }
  return {
    kind: 'post',
    post: stored,
    local: community.local ?? null,
    pinned: [post.featured_community, post.featured_local, post.sticky].includes(true),
  }
}

const isNot = 'is not from Lemmy or PieFed'

export function readInstancePage(answer: unknown, instance: Instance) {
  const read = parseAnswer(page, answer, isNot)
  const views = read.posts.map((view) => readView(view, instance))
  // A single invalid post is skipped. If none of several posts can be read, the format has changed.
  if (views.length > 2 && views.every((view) => view === null))
    throw new MalformedSourceReply(`sent a response that ${isNot}`)
  const posts = views.map((view) => view ?? { kind: 'left-out' as const })
  return { posts, next: read.next_page ?? null }
}

/** A single post. Throws for a post that cannot be read, so that it does not count as deleted. */
export function readInstancePost(answer: unknown, instance: Instance): InstancePost {
  const read = readView(one.safeParse(answer).data?.post_view, instance)
  if (read === null) throw new MalformedSourceReply(`sent a response that ${isNot}`)
  return read
}
