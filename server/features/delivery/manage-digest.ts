import type { Digest, DigestChange } from '#contract/digests.ts'
import type { Clock } from '#server/clock.ts'
import { AppError, publicError } from '#server/errors.ts'
import { isTimeZone, nextDigest } from './digest-rules.ts'
import type { DigestSettingStore, StoredSetting } from './digest-setting-store.ts'

export type ManageDigest = {
  settings: DigestSettingStore
  clock: Clock
  /** Whether the operator allows digests, and whether a mail server is set up. */
  isOn: boolean
  hasMailServer: boolean
  /** Wakes the job that looks for due digests. */
  wake: () => void
}

const unset = {
  isOn: false,
  frequency: 'daily',
  at: '07:00',
  weekday: 'monday',
  timeZone: null,
  nextDueAt: null,
  endedBecause: null,
} as const

async function requireSetting({ settings }: ManageDigest, userId: string): Promise<StoredSetting> {
  const stored = await settings.findSetting(userId)
  if (stored === null) throw publicError('not_found', 'This account does not exist any more.')
  return stored
}

function whyUnavailable(
  { isOn, hasMailServer }: ManageDigest,
  { isConfirmed }: StoredSetting,
): Digest['unavailableBecause'] {
  if (!isOn) return 'switched_off'
  if (!hasMailServer) return 'no_mail_server'
  return isConfirmed ? null : 'unconfirmed'
}

const refusals = {
  switched_off: () => publicError('switched_off', 'Whoever runs this installation has switched digests off.'),
  no_mail_server: () =>
    publicError(
      'switched_off',
      'Whoever runs this installation has not set up a mail server, so no digest can be sent.',
    ),
  unconfirmed: () =>
    publicError(
      'address_unconfirmed',
      'Confirm your email address first. Your profile can send the link again.',
    ),
}

export async function findDigest(deps: ManageDigest, userId: string): Promise<Digest> {
  const stored = await requireSetting(deps, userId)
  const { email, setting, lastSentAt } = stored
  const { nextDueAt, ...shown } = setting ?? unset
  return {
    unavailableBecause: whyUnavailable(deps, stored),
    email,
    ...shown,
    nextDueAt: nextDueAt?.toISOString() ?? null,
    lastSentAt: lastSentAt?.toISOString() ?? null,
  }
}

/**
 * Changes only the fields that are given. Digests can always be switched off. They can be switched on only if
 * mails can be sent to the person.
 */
export async function changeDigest(
  deps: ManageDigest,
  userId: string,
  change: DigestChange,
): Promise<Digest> {
  const stored = await requireSetting(deps, userId)
  const { isOn, frequency, at, weekday, timeZone } = stored.setting ?? { ...unset, timeZone: 'UTC' }
  const wanted = {
    isOn: change.isOn ?? isOn,
    frequency: change.frequency ?? frequency,
    at: change.at ?? at,
    weekday: change.weekday ?? weekday,
    timeZone: change.timeZone ?? timeZone,
  }
  const unavailable = whyUnavailable(deps, stored)
  if (wanted.isOn && unavailable !== null) throw refusals[unavailable]()
  if (!isTimeZone(wanted.timeZone)) {
    const message = 'This time zone is not known. Choose one such as Europe/Berlin.'
    throw new AppError('invalid_input', `timeZone: ${message}`, { userMessage: message })
  }
  const nextDueAt = wanted.isOn ? nextDigest(wanted, deps.clock()) : null
  await deps.settings.saveSetting(userId, { ...wanted, nextDueAt })
  deps.wake()
  return findDigest(deps, userId)
}
