import type { ArchivePost } from './scoring-archive.ts'
import extraLabels from './scoring-extra-labels.json' with { type: 'json' }
import type { LabelledPost } from './scoring-labels.ts'
import { readShortLabel } from './scoring-short-label.ts'

/**
 * Posts of the archive labelled for training only, by one language model that followed the rubric and
 * read the title and the first some hundred characters of each.
 */
export function readExtraPosts(archive: readonly ArchivePost[]): LabelledPost[] {
  const labels: Record<string, string> = extraLabels
  return archive.flatMap((post) => {
    const label = labels[post.id]
    return label === undefined ? [] : [{ ...post, ...readShortLabel(label), personas: [], raters: 1 }]
  })
}
