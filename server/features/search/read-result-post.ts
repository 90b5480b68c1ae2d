import type { PostReply } from '#contract/posts.ts'
import { AppError } from '#server/errors.ts'
import { type ReadSavedResults, requireSavedPosts } from './read-saved-results.ts'
import type { Searcher } from './search-quota.ts'
import { describePost, isPro, placesOf, proFields } from './show-results.ts'

type AskedPost = { sessionToken: string; source: string; id: string }

/** One post of an earlier search, whole. A post that left the archive since is not found. */
export async function readResultPost(
  deps: ReadSavedResults,
  reader: Searcher,
  { sessionToken, source, id }: AskedPost,
): Promise<PostReply> {
  const { search, posts } = await requireSavedPosts(deps, reader, sessionToken)
  const found = posts.find(({ post }) => post.source === source && post.sourceId === id)
  const ids = found === undefined ? [] : [found.post.archiveId]
  const [texts, allReasons] = await Promise.all([deps.archive.listTexts(ids), deps.archive.listReasons(ids)])
  const selftext = found && texts.get(found.post.archiveId)
  const reasons = found && allReasons.get(found.post.archiveId)
  if (found === undefined || selftext === undefined || reasons === undefined) {
    throw new AppError('not_found', 'This post is not in these results, or not any more', {
      userMessage:
        'This post is not available any more. Posts that are deleted where they were published leave this archive too.',
    })
  }
  const { post, match } = found
  return {
    ...describePost(post, match),
    selftext,
    ...reasons,
    scorerVersion: post.scorerVersion,
    ...placesOf(found),
    ...(isPro(reader) ? proFields(post, { selftext, reasons }, search.createdAt) : {}),
  }
}
