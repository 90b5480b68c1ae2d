import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AdminAccount } from '#contract/admin.ts'
import type { Operator } from '#server/actor.ts'
import { AppError } from '#server/errors.ts'
import type { AdminDeps } from './admin-deps.ts'
import type { Admin } from './admin-store.ts'
import { entryOf } from './audit-store.ts'
import { type CheckSecondFactor, checkSecondFactor, type FindFactor, isOn } from './manage-second-factor.ts'

/**
 * The caller, and the operations on the operator's session that a use case may call. Each of them also
 * updates the browser's cookie.
 */
type AdminVisit = { address: string; session: { open(token: string): Promise<void> } }

type Login = { username: string; password: string; code?: string | undefined }

type EnterAdmin = CheckSecondFactor &
  Pick<AdminDeps, 'admins' | 'sessions' | 'hasher' | 'refuseCommonPassword' | 'setupCode'>

/** Logged instead of an unknown user name, which may be a password that was typed by mistake. */
const unknown = 'unknown'

/** Null for a wrong password or an unknown name. Both take the same time. */
async function findProvenAdmin(deps: EnterAdmin, address: string, login: Login) {
  const admin = await deps.admins.findAdminByName(login.username)
  const proven = await deps.hasher.verifyPassword(admin?.passwordHash ?? null, login.password)
  if (admin !== null && proven) return admin
  const by = { adminId: '', username: admin?.username ?? unknown, address }
  await deps.audit.recordEntry(entryOf(deps.clock, by, { action: 'login_failed' }))
  return null
}

function refuse(): never {
  throw new AppError('invalid_credentials', 'Invalid username or password', {
    userMessage: 'Invalid username or password. Please try again.',
  })
}

export async function logInAdmin(deps: EnterAdmin, { address, session }: AdminVisit, login: Login) {
  const who = { address, account: `admin ${login.username}` }
  await deps.attempts.take('login', who)
  const admin = (await findProvenAdmin(deps, address, login)) ?? refuse()
  const by: Operator = {
    kind: 'operator',
    adminId: admin.id,
    username: admin.username,
    previousLoginAt: admin.lastLoginAt,
    address,
  }
  await checkSecondFactor(deps, by, login.code)
  // Null if the password has changed since it was read.
  const token =
    (await deps.sessions.beginSession(admin, entryOf(deps.clock, by, { action: 'login' }))) ?? refuse()
  await session.open(token)
  await deps.attempts.forgive('login', who)
  return describeAdmin(deps, { ...admin, adminId: admin.id, previousLoginAt: admin.lastLoginAt })
}

export async function describeAdmin(
  deps: FindFactor,
  admin: Pick<Admin, 'username'> & { adminId: string; previousLoginAt: Date | null },
): Promise<AdminAccount> {
  const { adminId, username, previousLoginAt } = admin
  const account = { username, secondFactor: await isOn(deps, adminId) }
  return previousLoginAt === null ? account : { ...account, lastLoginAt: previousLoginAt.toISOString() }
}

/** Logs the end of a session, if there was a session. */
export async function logOutAdmin(
  { audit, clock }: Pick<AdminDeps, 'audit' | 'clock'>,
  address: string,
  admin: { adminId: string; username: string } | null,
) {
  if (admin !== null) await audit.recordEntry(entryOf(clock, { ...admin, address }, { action: 'logout' }))
  return { message: 'You are signed out.' }
}

/**
 * The setup code. A code for the setup, which only readers of the server's log know. All instances with the
 * same cookie secret have the same code.
 */
export function makeSetupCode(cookieSecret: string): string {
  const code = createHmac('sha256', cookieSecret).update('admin setup').digest('hex').slice(0, 20)
  return code.match(/.{5}/gu)?.join('-') ?? code
}

export async function readSetupStatus({ admins, setupCode }: Pick<AdminDeps, 'admins' | 'setupCode'>) {
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
  throw new AppError('setup_done', 'There already is an administrator', {
    userMessage: 'This installation is set up already. Sign in instead.',
  })
}

type Setup = { username: string; password: string; setupCode?: string | undefined }

/** Creates the only operator for the first caller with the setup code, and signs the operator in. */
export async function setUpAdmin(deps: EnterAdmin, { address, session }: AdminVisit, setup: Setup) {
  const { username, password, setupCode } = setup
  const who = { address, account: 'admin setup' }
  await deps.attempts.take('login', who)
  if (!(await deps.admins.needsSetup())) return refuseSecond()
  requireSetupCode(deps.setupCode, setupCode)
  deps.refuseCommonPassword(password, username)
  const passwordHash = await deps.hasher.hashPassword(password)
  const entry = entryOf(deps.clock, { username, address }, { action: 'setup' })
  const token = await deps.admins.createFirstAdmin({ username, passwordHash }, entry)
  if (token === null) return refuseSecond()
  await session.open(token)
  await deps.attempts.forgive('login', who)
  return { username, secondFactor: false }
}
