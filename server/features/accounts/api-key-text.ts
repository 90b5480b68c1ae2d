import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * The prefix makes it possible to recognise leaked keys. Only letters and digits follow it, so that a double
 * click selects the whole key.
 */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const prefix = 'unmet_'
/** 190 random bits, followed by a checksum of 36 bits. */
const randomCharacters = 32
const checkCharacters = 6

const shape = /^unmet_[0-9A-Za-z]{38}$/u

function checksumOf(text: string): string {
  let left = crc32(text)
  let written = ''
  for (let at = 0; at < checkCharacters; at += 1) {
    written = alphabet.charAt(left % alphabet.length) + written
    left = Math.floor(left / alphabet.length)
  }
  return written
}

export function makeApiKey(): string {
  const random = Array.from({ length: randomCharacters }, () => alphabet.charAt(randomInt(alphabet.length)))
  const text = `${prefix}${random.join('')}`
  return `${text}${checksumOf(text)}`
}

/**
 * Whether the key is complete and free of typing errors. Other keys need not be looked up in the database.
 */
export function isApiKey(text: string): boolean {
  return shape.test(text) && checksumOf(text.slice(0, -checkCharacters)) === text.slice(-checkCharacters)
}
