import type { Acknowledgement } from '#contract/accounts.ts'
import type { AdminAccount } from '#contract/admin.ts'
import { AppError } from '#server/errors.ts'
import type { AttemptLimiter } from '#server/features/accounts/limit-attempts.ts'
import { type AdminSessionControl, entryOf } from './actor.ts'
import type { AdminSessionStore } from './admin-session-store.ts'
import type { Admin, AdminStore } from './admin-store.ts'
import { type CheckSecondFactor, checkSecondFactor, type FindFactor, isOn } from './check-second-factor.ts'

export type LogInAdmin = CheckSecondFactor & {
  admins: Pick<AdminStore, 'findAdminByName'>
  sessions: Pick<AdminSessionStore, 'beginSession'>
  attempts: AttemptLimiter
  verifyPassword: (passwordHash: string | null, password: string) => Promise<boolean>
}

/** Name of the log's line where nobody is known by what was typed, which may be a password by mistake. */
const unknown = 'unknown'

/** Null for a wrong password and an unknown name, in the same time. */
async function findProvenAdmin(
  deps: LogInAdmin,
  address: string,
  login: { username: string; password: string },
) {
  const admin = await deps.admins.findAdminByName(login.username)
  const proven = await deps.verifyPassword(admin?.passwordHash ?? null, login.password)
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

export async function logInAdmin(
  deps: LogInAdmin,
  { address, session }: { address: string; session: AdminSessionControl },
  login: { username: string; password: string; code?: string | undefined },
): Promise<AdminAccount> {
  const who = { address, account: `admin ${login.username}` }
  await deps.attempts.take('login', who)
  const admin = (await findProvenAdmin(deps, address, login)) ?? refuse()
  const by = { adminId: admin.id, username: admin.username, address }
  await checkSecondFactor(deps, by, login.code)
  // Null when the password was changed since it was read.
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

/** Records a session that was ended; there was none where nobody was signed in. */
export async function logOutAdmin(
  { audit, clock }: Pick<LogInAdmin, 'audit' | 'clock'>,
  address: string,
  admin: { adminId: string; username: string } | null,
): Promise<Acknowledgement> {
  if (admin !== null) await audit.recordEntry(entryOf(clock, { ...admin, address }, { action: 'logout' }))
  return { message: 'You are signed out.' }
}
