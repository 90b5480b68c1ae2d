import { Secret, TOTP } from 'otpauth'

/** Settings that every authenticator app supports (RFC 6238): SHA-1, six digits, steps of 30 seconds. */
const periodS = 30
const settings = { issuer: 'Unmet', algorithm: 'SHA1', digits: 6, period: periodS }
/**
 * Codes of the previous and the next step are accepted as well, because clocks differ and typing takes time.
 */
const stepsAround = 1

/** 160 random bits in base32, as RFC 4226 recommends. */
export const makeCodeSecret = (): string => new Secret({ size: 20 }).base32

export function codeOfStep(secret: string, step: number): string {
  return new TOTP({ ...settings, secret }).generate({ timestamp: step * periodS * 1000 })
}

export const stepAt = (now: Date): number => TOTP.counter({ period: periodS, timestamp: now.getTime() })

/** The time step that the code belongs to. Null if it belongs to no step. */
export function findStep(secret: string, code: string, now: Date): number | null {
  const away = new TOTP({ ...settings, secret }).validate({
    token: code,
    timestamp: now.getTime(),
    window: stepsAround,
  })
  return away === null ? null : stepAt(now) + away
}

export function codeSecretUrl(secret: string, username: string): string {
  return new TOTP({ ...settings, secret, label: username }).toString()
}
