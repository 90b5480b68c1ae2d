import { shippedModel } from './model/shipped-model.ts'
import { openScorer, type Scorer } from './score-post.ts'

let opened: Scorer | undefined

/** The scorer that comes with this version; opened by the first call, then shared. */
export function shippedScorer(): Scorer {
  opened ??= openScorer(shippedModel)
  return opened
}
