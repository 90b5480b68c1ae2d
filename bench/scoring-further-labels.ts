import type { ArchivePost } from './scoring-archive.ts'
import furtherLabels from './scoring-further-labels.json' with { type: 'json' }
import type { LabelledPost } from './scoring-labels.ts'
import { readShortLabel } from './scoring-short-label.ts'

/** Posts of the archive judged for training only: language models that had read the rubric and 52 rated posts read each. */
export function readFurtherPosts(archive: readonly ArchivePost[]): LabelledPost[] {
  const labels: Record<string, string> = furtherLabels
  return archive.flatMap((post) => {
    const label = labels[post.id]
    return label === undefined ? [] : [{ ...post, ...readShortLabel(label), personas: [], raters: 1 }]
  })
}
