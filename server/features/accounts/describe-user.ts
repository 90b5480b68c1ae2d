import type { CurrentUser } from '#contract/accounts.ts'
import { requireUser } from '#server/errors.ts'
import type { AccountParts } from './account-parts.ts'
import type { Names, User } from './user-store.ts'

export async function describeUser({ users }: UpdateProfile, user: User) {
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    profileImageUrl: user.profileImageUrl,
    // Anybody can sign up with the operator's address; only its owner can confirm it.
    isAdmin: user.emailVerifiedAt !== null && (await users.isAdminAddress(user.email)),
    subscriptionTier: user.subscriptionTier,
    emailVerified: user.emailVerifiedAt !== null,
    hasPassword: user.password !== null,
    mustChangePassword: user.mustChangePassword,
    hasBillingAccount: user.stripeCustomerId !== null,
    createdAt: user.createdAt.toISOString(),
  }
}

type UpdateProfile = Pick<AccountParts, 'users'>

export async function readProfile(deps: UpdateProfile, userId: string): Promise<CurrentUser> {
  return describeUser(deps, requireUser(await deps.users.findUserById(userId)))
}

export async function updateProfile(deps: UpdateProfile, userId: string, names: Names): Promise<CurrentUser> {
  return describeUser(deps, requireUser(await deps.users.updateNames(userId, names)))
}
