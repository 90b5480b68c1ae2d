import { readArchivePosts } from './scoring-archive.ts'
import { readCountedPosts } from './scoring-counted-posts.ts'
import { readFurtherPosts } from './scoring-further-labels.ts'
import { type LabelledPost, readLabelledPosts } from './scoring-labels.ts'
import { modernPostsOf } from './scoring-modern-posts.ts'
import type { Background, WeighedPost } from './scoring-validation.ts'
import { learnWordVectors } from './scoring-word-vectors.ts'

/**
 * Everything learned from besides the rated posts. The rated posts' own texts are left out even of what
 * words mean, so that a post that is judged has never been read.
 */
export async function readBackground(): Promise<Background> {
  return { ...(await readKeptBackground()), counted: readCountedPosts('train') }
}

/** The part of it whose texts are at hand. */
export async function readKeptBackground(): Promise<Omit<Background, 'counted'>> {
  const rated = new Set(readLabelledPosts().map((post) => post.id))
  const archive = await readArchivePosts(Number.POSITIVE_INFINITY)
  return {
    extra: [...weigh(readFurtherPosts(archive), 0.6), ...weigh(modernPostsOf('train'), 0.5)],
    meaning: learnWordVectors(archive.filter((post) => !rated.has(post.id))),
  }
}

/** A post that raters judged weighs 1. */
function weigh(posts: readonly LabelledPost[], importance: number): WeighedPost[] {
  return posts.map((post) => ({ post, importance }))
}
