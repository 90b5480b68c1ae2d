import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, for a cookie or a link. */
export const makeToken = (): string => randomBytes(32).toString('base64url')

/** The stored hash of a secret with at least 112 random bits. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')
