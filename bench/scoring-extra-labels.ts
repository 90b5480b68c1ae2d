import type { ArchivePost } from './scoring-archive.ts'
import extraLabels from './scoring-extra-labels.json' with { type: 'json' }
import type { LabelledPost } from './scoring-labels.ts'
import { readShortLabel } from './scoring-short-label.ts'
import wholeTextLabels from './scoring-whole-text-labels.json' with { type: 'json' }

/**
 * Posts of the archive labelled for training only, by language models that followed the rubric: one read the
 * title and the first some hundred characters of each (`part`), another all of it (`whole`).
 */
export function readExtraPosts(archive: readonly ArchivePost[], read: 'part' | 'whole'): LabelledPost[] {
  const labels: Record<string, string> = read === 'part' ? extraLabels : wholeTextLabels
  return archive.flatMap((post) => {
    const label = labels[post.id]
    return label === undefined ? [] : [{ ...post, ...readShortLabel(label), personas: [], raters: 1 }]
  })
}
