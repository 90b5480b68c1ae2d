import { AppError } from '#server/errors.ts'

const retryAfterSeconds = 2

/** Runs at most `atOnce` jobs, lets `waiting` more wait their turn, and refuses the rest as `overloaded`. */
export function makeHashQueue(atOnce: number, waiting: number) {
  const queue: (() => void)[] = []
  let running = 0

  const takeTurn = async () => {
    if (running < atOnce) {
      running += 1
      return
    }
    if (queue.length >= waiting) {
      const userMessage = 'Too many people are signing in right now. Please try again in a few seconds.'
      throw new AppError('overloaded', 'Too many passwords to check at once', {
        userMessage,
        retryAfterSeconds,
      })
    }
    await new Promise<void>((resolve) => queue.push(resolve))
  }
  const giveTurn = () => {
    const next = queue.shift()
    if (next === undefined) running -= 1
    else next()
  }

  return async <T>(job: () => Promise<T>): Promise<T> => {
    await takeTurn()
    try {
      return await job()
    } finally {
      giveTurn()
    }
  }
}
