import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '#server/errors.ts'

/** A list of common choices: words, names, teams and keyboard walks, with the usual suffixes. */
const commonPasswords = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .trim()
    .split('\n'),
)

const productName = 'unmet'
/** Matches suffixes that do not make a common word harder to guess. */
const usualEnding = /(?<![\d!@#$%^&*._-])[\d!@#$%^&*._-]+$/u

/** Whether an attacker would try this password among the first for this account. Case is ignored. */
export function isCommonPassword(password: string, email = ''): boolean {
  const lower = password.toLowerCase()
  const address = email.toLowerCase()
  const own = [address, ...address.split('@')].filter((part) => part !== '')
  const bare = lower.replace(usualEnding, '')
  const isProductName = lower.includes(productName) && bare.replaceAll(productName, '') === ''
  return commonPasswords.has(lower) || isProductName || own.includes(lower) || own.includes(bare)
}

/** Throws `password_too_common`, also for the user's own `email`. */
export function refuseCommonPassword(password: string, email?: string): void {
  if (!isCommonPassword(password, email)) return
  throw new AppError('password_too_common', 'The password is too easy to guess', {
    userMessage:
      'This password is too easy to guess. Please choose another one; a few words in a row work well.',
  })
}
