import type { ModelFile } from './model/read-model.ts'
import weights from './model/weights.json' with { type: 'json' }
import { compileMatchers, type PostMatchers } from './post-matchers.ts'
import { openScorer, type Scorer } from './score-post.ts'

/** The model of this version. `learning/README.md` describes how it is made. */
export const shippedModel: ModelFile = weights

let matchers: PostMatchers | undefined
let opened: Scorer | undefined

/** The compiled phrases of this version, for other threads. */
export function shippedMatchers(): PostMatchers {
  matchers ??= compileMatchers(shippedModel.phrases)
  return matchers
}

/** Uses what another thread has compiled. Call this function before the scorer is opened. */
export function useMatchers(compiled: PostMatchers): void {
  matchers = compiled
}

/** The scorer of this version. The first call opens it; later calls share it. */
export function shippedScorer(): Scorer {
  opened ??= openScorer(shippedModel, shippedMatchers())
  return opened
}
