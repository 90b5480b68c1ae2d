import { randomBytes } from 'node:crypto'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { AppError } from '#server/errors.ts'

const retryAfterSeconds = 2

/** Runs at most `atOnce` jobs and queues `waiting` more. Refuses further jobs as `overloaded`. */
export function makeHashQueue(atOnce: number, waiting: number) {
  const queue: (() => void)[] = []
  let running = 0

  return async <T>(job: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve))
    else {
      throw new AppError('overloaded', 'Too many passwords to check at once', {
        userMessage: 'Too many people are signing in right now. Please try again in a few seconds.',
        retryAfterSeconds,
      })
    }
    try {
      return await job()
    } finally {
      const next = queue.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

/** `memoryCost` in KiB. */
export type HashCost = { memoryCost: number; timeCost: number; parallelism: number }

/**
 * The parameters that OWASP recommends. The algorithm is omitted: argon2id is the default, and its enum is
 * empty at run time.
 */
const owaspCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const argon2id = '$argon2id$'

/** Hashing takes much CPU time and memory, which searches need as well. */
const atOnce = 2
const mostWaiting = 100

function isWeaker(passwordHash: string, than: HashCost): boolean {
  if (!passwordHash.startsWith(argon2id)) return true
  const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash)
  return memoryCost < than.memoryCost || timeCost < than.timeCost || parallelism < than.parallelism
}

/**
 * Passwords are hashed as typed: not trimmed, normalised or truncated. They have at most 768 bytes (256
 * UTF-16 code units), which argon2 hashes completely.
 */
export function makePasswordHasher(cost: HashCost = owaspCost) {
  const enqueue = makeHashQueue(atOnce, mostWaiting)
  const hashPassword = (password: string) => enqueue(() => hash(password, cost))
  /** The hash of a random password that nobody knows, for users who do not exist. */
  let nobodysHash: Promise<string> | null = null
  const requireNobodysHash = () => {
    nobodysHash ??= hash(randomBytes(32), cost)
    return nobodysHash
  }

  return {
    hashPassword,
    /**
     * If there is no hash (no such user, or a user without a password), returns false after the same time.
     */
    async verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
      const against = passwordHash ?? (await requireNobodysHash())
      const fits = await enqueue(() => verify(against, password))
      return fits && passwordHash !== null
    },
    isWeaker: (passwordHash: string) => isWeaker(passwordHash, cost),
  }
}
