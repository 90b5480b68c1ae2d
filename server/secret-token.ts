import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, as they are in a cookie or a link. */
export const makeToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a secret that has 112 random bits or more. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')
