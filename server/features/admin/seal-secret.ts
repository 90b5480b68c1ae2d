import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'

/** The first cookie secret encrypts, and any of them decrypts, so that they can be rotated. */
export function makeSecretSeal(cookieSecrets: readonly string[]) {
  const keys = cookieSecrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'second factor', 32)))
  const [first] = keys
  if (first === undefined) throw new Error('There is no secret to encrypt with')

  const openWith = (key: Buffer, sealed: Buffer): string | null => {
    try {
      const decipher = createDecipheriv(cipher, key, sealed.subarray(0, 12))
      decipher.setAuthTag(sealed.subarray(12, 28))
      return decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      return null
    }
  }

  return {
    seal(text: string): string {
      const start = randomBytes(12)
      const sealer = createCipheriv(cipher, first, start)
      const body = Buffer.concat([sealer.update(text, 'utf8'), sealer.final()])
      return Buffer.concat([start, sealer.getAuthTag(), body]).toString('base64url')
    },

    /** Null if none of the secrets can decrypt it. */
    open(sealed: string): string | null {
      const bytes = Buffer.from(sealed, 'base64url')
      for (const key of keys) {
        const text = openWith(key, bytes)
        if (text !== null) return text
      }
      return null
    },
  }
}
