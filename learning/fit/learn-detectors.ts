import type { ModelFile } from '#scoring/model/read-model.ts'
import type { ScorablePost } from '#scoring/post-score.ts'
import type { FeatureOnlyPost } from '../data/feature-only-posts.ts'
import type { LabelledPost } from '../data/labelled-post.ts'
import { chooseFolds, foldCount, nameHash } from './choose-folds.ts'
import { choosePhrases } from './choose-phrases.ts'
import type { UnseenPost } from './choose-thresholds.ts'
import { embedSentences } from './embed-sentences.ts'
import { fitDetectors } from './fit-detectors.ts'
import { packDetectors } from './pack-model.ts'
import { makeLogOddsReader } from './read-log-odds.ts'
import { labelSentences, tabulateSentences } from './sentence-table.ts'
import { learnEmbeddings, type WordEmbeddings } from './word-embeddings.ts'

export type Material = {
  posts: readonly LabelledPost[]
  /** Posts without texts: detectors learn from the stored features. */
  featureOnly: readonly FeatureOnlyPost[]
  /** Posts without labels, from which embeddings are learned. */
  archive: readonly (ScorablePost & { id: string })[]
  say: (line: string) => void
}

/** Detectors before the score is fitted. `unseen` is the output of detectors from other folds. */
export type LearnedDetectors = {
  detectors: ModelFile
  embeddings: WordEmbeddings
  folds: readonly number[]
  unseen: readonly UnseenPost[]
}

/** Trains detectors in folds of whole communities, and on all posts. */
export function learnDetectors({ featureOnly, archive, say, ...material }: Material): LearnedDetectors {
  const posts = material.posts.filter(isLearnedFrom)
  const phrases = choosePhrases(posts)
  say(`${phrases.length} phrases may get a weight`)
  const judged = new Set(posts.filter(isRubric).map(({ id }) => id))
  const embeddings = learnEmbeddings(archive.filter(({ id }) => !judged.has(id)))
  say('embeddings are learned')
  const all = [...posts, ...featureOnly.map(withoutText)]
  const table = tabulateSentences(posts, phrases, featureOnly)
  const embedded = embedSentences(table, embeddings)
  const fit = { table, posts: all, embeddings, embedded, labels: labelSentences(all, table) }
  const folds = chooseFolds(all)
  const unseen: UnseenPost[] = posts.map((post) => ({ post, logOdds: new Float32Array(0) }))
  for (let fold = 0; fold < foldCount; fold++) {
    const learned = fitDetectors({ ...fit, learnFrom: (post) => folds[post] !== fold })
    const read = makeLogOddsReader(packDetectors({ ...learned, table }))
    posts.forEach((post, at) => {
      if (folds[at] === fold) unseen[at] = { post, logOdds: read(post) }
    })
    say(`fold ${fold + 1} of ${foldCount} is fitted`)
  }
  const detectors = packDetectors({ ...fitDetectors({ ...fit, learnFrom: () => true }), table })
  say('all detectors are fitted')
  return { detectors, embeddings, folds, unseen }
}

const isRubric = ({ kind }: LabelledPost) => kind === 'gold' || kind === 'modern'

/**
 * A sample of the quickly judged posts: all with potential, a quarter of the posts without any potential or
 * signal, and half of the others.
 */
function isLearnedFrom({ kind, marks, potential, signals, id }: LabelledPost): boolean {
  if (kind !== 'weak' || marks !== undefined || potential >= 1.5) return true
  const isPlain = potential === 0 && Object.values(signals).every((share) => share === 0)
  return nameHash(id) % (isPlain ? 4 : 2) === 0
}

function withoutText({ id, community, potential, signals }: FeatureOnlyPost): LabelledPost {
  const text = { title: '', selftext: '', personas: [], raters: 1 }
  return { ...text, id, community, potential, signals, kind: 'features', weight: 1 }
}
