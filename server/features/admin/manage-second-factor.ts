import { Secret } from 'otpauth'
import type { Operator } from '#server/actor.ts'
import { hashOfToken } from '#server/database/secret-token.ts'
import { AppError } from '#server/errors.ts'
import type { AdminDeps } from './admin-deps.ts'
import { entryOf } from './audit-store.ts'
import { codeSecretUrl, findStep, makeCodeSecret } from './one-time-code.ts'

export type CheckSecondFactor = Pick<AdminDeps, 'secondFactors' | 'seal' | 'attempts' | 'audit' | 'clock'>

/** Normalises a typed code: only letters and digits are kept, in lower case. */
const bareCode = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/gu, '')

const attempter = ({ address, adminId }: Operator) => ({ address, account: adminId })

/** Whether the code is correct. Each code of the authenticator app is accepted only once. */
async function isCodeOfApp(
  deps: Pick<AdminDeps, 'secondFactors' | 'seal' | 'clock'>,
  adminId: string,
  code: string,
): Promise<boolean> {
  const factor = await deps.secondFactors.findSecondFactor(adminId)
  const secret = factor === null ? null : deps.seal.open(factor.sealedSecret)
  const step = secret === null ? null : findStep(secret, bareCode(code), deps.clock())
  return step !== null && (await deps.secondFactors.spendStep(adminId, step))
}

export type FindFactor = Pick<AdminDeps, 'secondFactors'>

export async function isOn({ secondFactors }: FindFactor, adminId: string): Promise<boolean> {
  const factor = await secondFactors.findSecondFactor(adminId)
  return factor !== null && factor.confirmedAt !== null
}

function wrongCode(): AppError {
  return new AppError('wrong_second_factor', 'The code is wrong, too old or was used already', {
    userMessage: 'This code is not correct. Enter the newest one that your app shows.',
  })
}

/**
 * Checks the code if the operator has a second factor. Throws `second_factor_required`, `wrong_second_factor`
 * or `too_many_attempts`.
 */
export async function checkSecondFactor(deps: CheckSecondFactor, by: Operator, code: string | undefined) {
  if (!(await isOn(deps, by.adminId))) return
  if (code === undefined) {
    throw new AppError('second_factor_required', 'A code of the second factor is needed', {
      userMessage: 'Enter the code that your authenticator app shows.',
    })
  }
  await deps.attempts.take('second-factor', attempter(by))
  const recovery = entryOf(deps.clock, by, { action: 'recovery_code_used' })
  const fits =
    (await isCodeOfApp(deps, by.adminId, code)) ||
    (await deps.secondFactors.spendRecoveryCode(by.adminId, hashOfToken(bareCode(code)), recovery))
  if (!fits) {
    const details = 'The code of the second factor was wrong.'
    await deps.audit.recordEntry(entryOf(deps.clock, by, { action: 'login_failed', details }))
    throw wrongCode()
  }
  await deps.attempts.forgive('second-factor', attempter(by))
}

type ManageSecondFactor = Pick<
  AdminDeps,
  'secondFactors' | 'seal' | 'admins' | 'attempts' | 'hasher' | 'clock'
>

const recoveryCodeCount = 10

/** 120 random bits in four groups, without letters that look like digits. */
function makeRecoveryCode(): string {
  const letters = new Secret({ size: 15 }).base32.toLowerCase()
  return letters.match(/.{6}/gu)?.join('-') ?? letters
}

const makeRecoveryCodes = () => Array.from({ length: recoveryCodeCount }, makeRecoveryCode)
const hashesOf = (codes: readonly string[]) => codes.map((code) => hashOfToken(bareCode(code)))

/** Requires the password, so that an unattended session is not sufficient to change the second factor. */
async function requirePassword(deps: ManageSecondFactor, by: Operator, password: string): Promise<void> {
  await deps.attempts.take('change-password', attempter(by))
  const admin = await deps.admins.findAdmin(by.adminId)
  if (!(await deps.hasher.verifyPassword(admin?.passwordHash ?? null, password))) {
    throw new AppError('wrong_password', 'The current password is wrong', {
      userMessage: 'Your password is not correct. Please try again.',
    })
  }
  await deps.attempts.forgive('change-password', attempter(by))
}

function refuseOn(): never {
  throw new AppError('second_factor_on', 'A second factor is on already', {
    userMessage: 'A second factor is on already. Turn it off first.',
  })
}

export async function readSecondFactor(deps: ManageSecondFactor, by: Operator) {
  const enabled = await isOn(deps, by.adminId)
  return { enabled, recoveryCodesLeft: await deps.secondFactors.countRecoveryCodes(by.adminId) }
}

/**
 * Starts the setup of a second factor. Login requires no code until a code of the new secret is confirmed.
 */
export async function startSecondFactor(deps: ManageSecondFactor, by: Operator, password: string) {
  await requirePassword(deps, by, password)
  const secret = makeCodeSecret()
  if (!(await deps.secondFactors.saveUnconfirmed(by.adminId, deps.seal.seal(secret)))) return refuseOn()
  return { secret, otpauthUrl: codeSecretUrl(secret, by.username) }
}

/** `token` is that of the session, which continues. */
type InSession = Operator & { token: string | null }

/**
 * Turns the second factor on once the app shows correct codes, and returns the recovery codes. All other
 * sessions end, because they may have begun with a stolen password.
 */
export async function confirmSecondFactor(deps: ManageSecondFactor, by: InSession, code: string) {
  await deps.attempts.take('second-factor', attempter(by))
  if (await isOn(deps, by.adminId)) return refuseOn()
  if (!(await isCodeOfApp(deps, by.adminId, code))) throw wrongCode()
  const recoveryCodes = makeRecoveryCodes()
  const entry = entryOf(deps.clock, by, { action: 'second_factor_on' })
  if (!(await deps.secondFactors.confirm(by, hashesOf(recoveryCodes), entry))) throw wrongCode()
  await deps.attempts.forgive('second-factor', attempter(by))
  return { recoveryCodes }
}

export async function renewRecoveryCodes(deps: ManageSecondFactor, by: Operator, password: string) {
  await requirePassword(deps, by, password)
  if (!(await isOn(deps, by.adminId))) {
    throw new AppError('second_factor_off', 'No second factor is on', {
      userMessage: 'No second factor is on. Turn it on first.',
    })
  }
  const recoveryCodes = makeRecoveryCodes()
  const entry = entryOf(deps.clock, by, { action: 'recovery_codes_made' })
  await deps.secondFactors.replaceRecoveryCodes(by.adminId, hashesOf(recoveryCodes), entry)
  return { recoveryCodes }
}

/** Turns the second factor off. All other sessions end. */
export async function stopSecondFactor(deps: ManageSecondFactor, by: InSession, password: string) {
  await requirePassword(deps, by, password)
  const entry = entryOf(deps.clock, by, { action: 'second_factor_off' })
  await deps.secondFactors.removeSecondFactor(by, entry)
  return { message: 'The second factor is off. A password is enough to sign in.' }
}

/**
 * Turns off the second factor for an operator who has lost the app and the recovery codes but can run a
 * command on the server.
 */
export async function removeSecondFactorOnServer(
  deps: Pick<AdminDeps, 'admins' | 'secondFactors' | 'clock'>,
): Promise<void> {
  const admin = await deps.admins.findFirstAdmin()
  if (admin === null) return
  const entry = entryOf(deps.clock, { username: admin.username }, { action: 'second_factor_off' })
  await deps.secondFactors.removeSecondFactor({ adminId: admin.id, token: null }, entry)
}
