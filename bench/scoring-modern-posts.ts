import type { LabelledPost } from './scoring-labels.ts'
import modernPosts from './scoring-modern-posts.json' with { type: 'json' }
import { readShortLabel } from './scoring-short-label.ts'

/** Posts written for this project in the manner of 2025-2026: one set to learn from, one only to look at. */
export function modernPostsOf(set: 'train' | 'check'): LabelledPost[] {
  return modernPosts
    .filter((post) => post.set === set)
    .map(({ title, selftext, community, label }, at) => ({
      id: `modern-${set}-${at}`,
      title,
      selftext,
      community,
      ...readShortLabel(label),
      personas: [],
      raters: 1,
    }))
}
