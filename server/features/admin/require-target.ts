import { AppError } from '#server/errors.ts'
import type { ListedUserRow, ListedUsersStore } from './listed-users-store.ts'

export type RequireTarget = { listedUsers: Pick<ListedUsersStore, 'findListedUser'> }

/** Why nobody may do anything to an administrator's account from here. */
export const protectedReason = 'Admin accounts cannot be changed or deleted.'

/** The account to act on. Throws `not_found`, and `protected_account` for an administrator's. */
export async function requireTarget({ listedUsers }: RequireTarget, userId: string): Promise<ListedUserRow> {
  const user = await listedUsers.findListedUser(userId)
  if (user === null) {
    throw new AppError('not_found', 'There is no such user', {
      userMessage: 'This user does not exist any more.',
    })
  }
  if (!user.isAdmin) return user
  throw new AppError('protected_account', 'The account is an administrator’s', {
    userMessage: protectedReason,
  })
}
