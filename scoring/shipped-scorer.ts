import type { ModelFile } from './model/read-model.ts'
import weights from './model/weights.json' with { type: 'json' }
import { openScorer, type Scorer } from './score-post.ts'

/** The model of this version. `learning/README.md` describes how it is made. */
export const shippedModel: ModelFile = weights

let opened: Scorer | undefined

/** The scorer of this version. The first call opens it; later calls share it. */
export function shippedScorer(): Scorer {
  opened ??= openScorer(shippedModel)
  return opened
}
