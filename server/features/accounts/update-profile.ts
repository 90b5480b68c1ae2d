import type { CurrentUser } from '#contract/accounts.ts'
import { describeUser, requireUser } from './describe-user.ts'
import type { Names, UserStore } from './user-store.ts'

export type UpdateProfile = { users: Pick<UserStore, 'updateNames' | 'findUserById' | 'isAdminAddress'> }

export async function readProfile(deps: UpdateProfile, userId: string): Promise<CurrentUser> {
  return describeUser(deps, requireUser(await deps.users.findUserById(userId)))
}

export async function updateProfile(deps: UpdateProfile, userId: string, names: Names): Promise<CurrentUser> {
  return describeUser(deps, requireUser(await deps.users.updateNames(userId, names)))
}
