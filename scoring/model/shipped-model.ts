import type { ModelFile } from './model-file.ts'
import weights from './weights.json' with { type: 'json' }

/** The model that comes with this version: see `learning/README.md` for how it is made. */
export const shippedModel: ModelFile = weights
