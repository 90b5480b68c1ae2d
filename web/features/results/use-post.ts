import { useQuery } from '@tanstack/react-query'
import { type PostReply, readPostEndpoint } from '#contract/posts.ts'
import type { SearchResult } from '#contract/search.ts'
import { callEndpoint } from '#web/api-client.ts'
import { savedResultsKey } from '#web/current-user-cache.ts'
import { readPostKey } from './post-key.ts'

/** A result with its whole text in place of the excerpt, and every reason of its score. */
type WholePost = SearchResult & Pick<PostReply, 'base' | 'scorerVersion'>

async function fetchPost(sessionToken: string, key: string): Promise<WholePost> {
  const { source = '', id = '' } = readPostKey(key) ?? {}
  const params = { sessionToken, source, id }
  const { selftext, ...post } = await callEndpoint(readPostEndpoint, { params })
  return { ...post, excerpt: selftext, excerptStart: 0, textCharacters: selftext.length }
}

/** The whole post of a search; asked for when it is looked at, and kept. */
export function usePost(sessionId: string, key: string, enabled: boolean) {
  return useQuery({
    queryKey: [...savedResultsKey(sessionId), 'post', key],
    queryFn: () => fetchPost(sessionId, key),
    enabled,
  })
}
