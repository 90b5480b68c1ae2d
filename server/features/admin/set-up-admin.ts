import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AdminAccount } from '#contract/admin.ts'
import { AppError } from '#server/errors.ts'
import type { AttemptLimiter } from '#server/features/accounts/limit-attempts.ts'
import type { Clock } from '#server/ports.ts'
import { type AdminSessionControl, entryOf } from './actor.ts'
import type { AdminStore } from './admin-store.ts'

export type SetUpAdmin = {
  admins: Pick<AdminStore, 'needsSetup' | 'createFirstAdmin'>
  attempts: Pick<AttemptLimiter, 'take' | 'forgive'>
  hashPassword: (password: string) => Promise<string>
  /** Throws `password_too_common`. */
  refuseCommonPassword: (password: string, username: string) => void
  /** Null where none is asked for. */
  setupCode: string | null
  clock: Clock
}

type Setup = { username: string; password: string; setupCode?: string | undefined }

/** Only who reads the server's log knows it. All instances with one cookie secret have the same code. */
export function makeSetupCode(cookieSecret: string): string {
  const code = createHmac('sha256', cookieSecret).update('admin setup').digest('hex').slice(0, 20)
  return code.match(/.{5}/gu)?.join('-') ?? code
}

export async function readSetupStatus({ admins, setupCode }: Pick<SetUpAdmin, 'admins' | 'setupCode'>) {
  const needsSetup = await admins.needsSetup()
  return { needsSetup, needsSetupCode: needsSetup && setupCode !== null }
}

function requireSetupCode(wanted: string | null, typed = ''): void {
  if (wanted === null) return
  const bare = (code: string) => Buffer.from(code.toLowerCase().replace(/[^0-9a-f]/gu, ''))
  const [right, given] = [bare(wanted), bare(typed)]
  if (right.length === given.length && timingSafeEqual(right, given)) return
  throw new AppError('wrong_setup_code', 'The setup code is missing or wrong', {
    userMessage: 'Enter the setup code that the server printed in its log when it started.',
  })
}

const refuseSecond = (): never => {
  throw new AppError('setup_done', 'There is an administrator already', {
    userMessage: 'This installation is set up already. Sign in instead.',
  })
}

/** Makes the one administrator, once and for whoever comes first, and signs them in. */
export async function setUpAdmin(
  deps: SetUpAdmin,
  { address, session }: { address: string; session: AdminSessionControl },
  { username, password, setupCode }: Setup,
): Promise<AdminAccount> {
  const who = { address, account: 'admin setup' }
  await deps.attempts.take('login', who)
  if (!(await deps.admins.needsSetup())) return refuseSecond()
  requireSetupCode(deps.setupCode, setupCode)
  deps.refuseCommonPassword(password, username)
  const passwordHash = await deps.hashPassword(password)
  const entry = entryOf(deps.clock, { username, address }, { action: 'setup' })
  const token = await deps.admins.createFirstAdmin({ username, passwordHash }, entry)
  if (token === null) return refuseSecond()
  await session.open(token)
  await deps.attempts.forgive('login', who)
  return { username, secondFactor: false }
}
