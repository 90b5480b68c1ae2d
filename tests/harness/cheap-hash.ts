import type { HashCost } from '#server/features/accounts/password-hash.ts'

/** For tests of everything but the strength of hashes, which `password-hash.test.ts` checks. */
export const cheapHash: HashCost = { memoryCost: 64, timeCost: 1, parallelism: 1 }
