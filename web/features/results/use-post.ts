import { useQuery } from '@tanstack/react-query'
import { type PostReply, readPostEndpoint } from '#contract/posts.ts'
import type { SearchResult } from '#contract/search.ts'
import { callEndpoint } from '#web/api-client.ts'
import { savedResultsKey } from '#web/current-user-cache.ts'
import { postKey, readPostKey } from './post-key.ts'
import type { SearchOutcome } from './search-outcome.ts'

/** A result with its whole text in place of the excerpt, and every reason of its score. */
type WholePost = SearchResult & Pick<PostReply, 'scorerVersion'>

async function fetchPost(sessionToken: string, key: string): Promise<WholePost> {
  const { source = '', id = '' } = readPostKey(key) ?? {}
  const params = { sessionToken, source, id }
  const { selftext, ...post } = await callEndpoint(readPostEndpoint, { params })
  return { ...post, excerpt: selftext, excerptStart: 0, textCharacters: selftext.length }
}

/** A post of a search: the whole of it, asked for when it is looked at, and until it is here what the list knows. */
export function usePost({ sessionId, results }: SearchOutcome, key: string, enabled = true) {
  const post = useQuery({
    queryKey: [...savedResultsKey(sessionId), 'post', key],
    queryFn: () => fetchPost(sessionId, key),
    enabled,
  })
  const listed = results.find((result) => postKey(result) === key)
  // The list also knows where else the post stands.
  return { post, result: post.data === undefined ? listed : { ...listed, ...post.data } }
}
