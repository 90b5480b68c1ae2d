import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** RFC 6238 with what every authenticator app takes: SHA-1, six digits, steps of half a minute. */
const stepMs = 30_000
const digits = 6
/** A code of the step before and after is taken too: clocks differ, and typing takes its time. */
const stepsAround = 1

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, without padding. */
export function toBase32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  const letters = bits.match(/.{1,5}/gu) ?? []
  return letters.map((letter) => base32Alphabet.charAt(Number.parseInt(letter.padEnd(5, '0'), 2))).join('')
}

function fromBase32(text: string): Buffer {
  let bits = ''
  for (const letter of text) bits += base32Alphabet.indexOf(letter).toString(2).padStart(5, '0')
  const bytes = bits.match(/.{8}/gu) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

/** 160 random bits in base32, as RFC 4226 advises. */
export function makeCodeSecret(): string {
  return toBase32(randomBytes(20))
}

/** The code of one time step, counted from 1970. */
export function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / stepMs)
}

/** Which time step around now the code belongs to; null: none. */
export function findStep(secret: string, code: string, now: Date): number | null {
  const current = stepAt(now)
  const steps = Array.from({ length: 2 * stepsAround + 1 }, (_, index) => current - stepsAround + index)
  const given = Buffer.from(code)
  const fits = (step: number) => {
    const wanted = Buffer.from(codeOfStep(secret, step))
    return wanted.length === given.length && timingSafeEqual(wanted, given)
  }
  return steps.find(fits) ?? null
}

/** What an authenticator app reads from a QR picture. */
export function codeSecretUrl(secret: string, username: string): string {
  const url = new URL(`otpauth://totp/${encodeURIComponent(`Unmet:${username}`)}`)
  url.search = new URLSearchParams({
    secret,
    issuer: 'Unmet',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  }).toString()
  return url.href
}
