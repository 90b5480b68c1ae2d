import { AppError } from '#server/errors.ts'
import type { ListedUserRow, ListedUsersStore } from './listed-users-store.ts'

export type RequireTarget = { listedUsers: Pick<ListedUsersStore, 'findListedUser'> }

/** Why nobody may do anything to an administrator's account from here. */
export const protectedReason = 'Admin accounts cannot be changed or deleted.'

/** Throws `protected_account` for an administrator's account, whoever asks. */
export function requireUnprotected(user: ListedUserRow): ListedUserRow {
  if (!user.isAdmin) return user
  throw new AppError('protected_account', 'The account is that of an administrator', {
    userMessage: protectedReason,
  })
}

/** Throws `not_found`. */
export async function requireUser({ listedUsers }: RequireTarget, userId: string): Promise<ListedUserRow> {
  const user = await listedUsers.findListedUser(userId)
  if (user !== null) return user
  throw new AppError('not_found', 'There is no such user', {
    userMessage: 'This user does not exist any more.',
  })
}

/** The account to act on. Throws `not_found` and `protected_account`. */
export async function requireTarget(deps: RequireTarget, userId: string): Promise<ListedUserRow> {
  return requireUnprotected(await requireUser(deps, userId))
}
