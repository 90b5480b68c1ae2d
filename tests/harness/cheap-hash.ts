import type { HashCost } from '#server/features/accounts/password-hash.ts'

/** A cheap hash for all tests except `password-hash.test.ts`, which checks the strength of hashes. */
export const cheapHash: HashCost = { memoryCost: 64, timeCost: 1, parallelism: 1 }
