import { randomBytes } from 'node:crypto'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Letters and digits that nobody can guess; a byte modulo 62 is even enough for that. */
export function randomLetters(length: number): string {
  return [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join('')
}

/** An id in the provider's form, such as `cus_Q3v...` or `sub_1P...`. */
export function providerId(prefix: string): string {
  return `${prefix}_${randomLetters(prefix === 'cus' ? 14 : 24)}`
}

/** A Checkout id holds its mode, as the provider's do. */
export function checkoutId(livemode: boolean): string {
  return `cs_${livemode ? 'live' : 'test'}_${randomLetters(58)}`
}
