import type { ModelFile } from './model/read-model.ts'
import weights from './model/weights.json' with { type: 'json' }
import { openScorer, type Scorer } from './score-post.ts'

/** The model that comes with this version: see `learning/README.md` for how it is made. */
export const shippedModel: ModelFile = weights

let opened: Scorer | undefined

/** The scorer of this version; opened by the first call, then shared. */
export function shippedScorer(): Scorer {
  opened ??= openScorer(shippedModel)
  return opened
}
