import type { FeedPage, Post, PostFeed, ScanTarget } from '#server/source-ports.ts'
import { makePost } from './make-post.ts'

const pageSize = 100
const newestAt = Date.UTC(2026, 0, 2)

type Options = {
  source?: string
  postsPerTarget: number
  onPage?: (target: ScanTarget, after: string | null) => void
}

/** The same posts in every process: `postsPerTarget` per target, a minute apart, a hundred per page. */
export function madeFeed({ source = 'reddit', postsPerTarget, onPage }: Options): PostFeed {
  return {
    source,
    reads: () => true,
    async listNew(target, after): Promise<FeedPage> {
      onPage?.(target, after)
      const from = Number(after ?? 0)
      const to = Math.min(from + pageSize, postsPerTarget)
      const posts = Array.from({ length: to - from }, (_, at) => madePost(source, target, from + at))
      return { posts, next: to < postsPerTarget ? String(to) : null }
    },
  }
}

function madePost(source: string, { kind, value }: ScanTarget, number: number): Post {
  return makePost({
    source,
    sourceId: `${value.replace(/\W/gu, '')}${number}`,
    community: kind === 'community' ? value : 'everywhere',
    title: `Is there a tool for task ${number} of ${value}?`,
    selftext: 'I do it by hand every week and would pay for something better.',
    createdAt: new Date(newestAt - number * 60_000),
  })
}
