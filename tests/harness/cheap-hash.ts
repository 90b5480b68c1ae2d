import type { HashCost } from '#server/features/accounts/password-hash.ts'

/** For all tests except those of the strength of hashes, which is checked by `password-hash.test.ts`. */
export const cheapHash: HashCost = { memoryCost: 64, timeCost: 1, parallelism: 1 }
