import { readArchivePosts } from './scoring-archive.ts'
import { readExtraPosts } from './scoring-extra-labels.ts'
import { readLabelledPosts } from './scoring-labels.ts'
import { modernPostsOf } from './scoring-modern-posts.ts'
import type { Background } from './scoring-validation.ts'
import { learnWordVectors } from './scoring-word-vectors.ts'

/**
 * Everything learned from besides the rated posts. The rated posts' own texts are left out even of what
 * words mean, so that a post that is judged has never been read.
 */
export async function readBackground(): Promise<Background> {
  const rated = new Set(readLabelledPosts().map((post) => post.id))
  const archive = await readArchivePosts(Number.POSITIVE_INFINITY)
  return {
    extra: [...readExtraPosts(archive), ...modernPostsOf('train')],
    meaning: learnWordVectors(archive.filter((post) => !rated.has(post.id))),
  }
}
