import { AppError } from '#server/errors.ts'
import type { AttemptLimiter } from '#server/features/accounts/limit-attempts.ts'
import type { Clock } from '#server/ports.ts'
import { hashOfToken } from '#server/secret-token.ts'
import { type Actor, entryOf } from './actor.ts'
import type { AuditStore } from './audit-store.ts'
import { findStep } from './one-time-code.ts'
import type { SecretSeal } from './seal-secret.ts'
import type { SecondFactorStore } from './second-factor-store.ts'

export type CheckSecondFactor = {
  secondFactors: Pick<SecondFactorStore, 'findSecondFactor' | 'spendStep' | 'spendRecoveryCode'>
  seal: Pick<SecretSeal, 'open'>
  attempts: Pick<AttemptLimiter, 'take' | 'forgive'>
  audit: Pick<AuditStore, 'recordEntry'>
  clock: Clock
}

/** Letters and digits as they were shown, however they were typed. */
export const bareCode = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/gu, '')

/** Only whoever knows the password comes this far, so that refusing locks out nobody else. */
export const codeAttempts = (by: Actor) => ({
  address: by.address,
  account: `second factor of ${by.adminId}`,
})

/** Takes a code of the app, once. */
export async function isCodeOfApp(
  deps: Pick<CheckSecondFactor, 'secondFactors' | 'seal' | 'clock'>,
  adminId: string,
  code: string,
): Promise<boolean> {
  const factor = await deps.secondFactors.findSecondFactor(adminId)
  const secret = factor === null ? null : deps.seal.open(factor.sealedSecret)
  const step = secret === null ? null : findStep(secret, bareCode(code), deps.clock())
  return step !== null && (await deps.secondFactors.spendStep(adminId, step))
}

export type FindFactor = { secondFactors: Pick<SecondFactorStore, 'findSecondFactor'> }

export async function isOn({ secondFactors }: FindFactor, adminId: string): Promise<boolean> {
  const factor = await secondFactors.findSecondFactor(adminId)
  return factor !== null && factor.confirmedAt !== null
}

export function wrongCode(): AppError {
  return new AppError('wrong_second_factor', 'The code is wrong, too old or was used already', {
    userMessage: 'This code is not correct. Enter the newest one that your app shows.',
  })
}

/** Where one is on. Throws `second_factor_required`, `wrong_second_factor` or `too_many_attempts`. */
export async function checkSecondFactor(deps: CheckSecondFactor, by: Actor, code: string | undefined) {
  if (!(await isOn(deps, by.adminId))) return
  if (code === undefined) {
    throw new AppError('second_factor_required', 'A code of the second factor is needed', {
      userMessage: 'Enter the code that your authenticator app shows.',
    })
  }
  await deps.attempts.take('change-password', codeAttempts(by))
  const recovery = entryOf(deps.clock, by, { action: 'recovery_code_used' })
  const fits =
    (await isCodeOfApp(deps, by.adminId, code)) ||
    (await deps.secondFactors.spendRecoveryCode(by.adminId, hashOfToken(bareCode(code)), recovery))
  if (!fits) {
    await deps.audit.recordEntry(
      entryOf(deps.clock, by, {
        action: 'login_failed',
        details: 'The code of the second factor was wrong.',
      }),
    )
    throw wrongCode()
  }
  await deps.attempts.forgive('change-password', codeAttempts(by))
}
