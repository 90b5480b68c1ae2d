import * as z from 'zod/mini'
import { acknowledgement, email, password, subscriptionTier } from './accounts.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { isCleanText } from './text.ts'

/**
 * The accounts to list: all, on a plan, with any search (`active`), or created in the last seven days
 * (`recent`).
 */
const userFilter = z.enum(['all', 'pro', 'free', 'active', 'recent'])
export type UserFilter = z.infer<typeof userFilter>

/**
 * The order of the list: by date of creation, by the number of all searches, or alphabetical by e-mail.
 */
const userSort = z.enum(['newest', 'oldest', 'most-active', 'least-active', 'alphabetical'])
export type UserSort = z.infer<typeof userSort>

/** An account as an operator sees it. Instants are ISO 8601. */
const listedUser = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  subscriptionTier,
  /** Whether an operator granted Pro without a payment. */
  granted: z.boolean(),
  /**
   * Whether Pro is paid with real money. A paid plan has to be cancelled at the payment provider and cannot
   * be revoked here.
   */
  paying: z.boolean(),
  /**
   * Whether the account's e-mail is an operator's user name. Such an account cannot be selected, changed or
   * deleted.
   */
  isAdmin: z.boolean(),
  totalSearches: z.int(),
  /** The number of searches since the current month began. */
  searchesThisMonth: z.int(),
  totalResults: z.int(),
  watches: z.int(),
  /**
   * The maximum number of watches that an operator has set for this account. Null if the plan's limit
   * applies.
   */
  mostWatches: z.nullable(z.int()),
  createdAt: z.string(),
  lastSearchAt: z.nullable(z.string()),
})
export type ListedUser = z.infer<typeof listedUser>

/** A whole number in a query string. */
const wholeNumber = (least: number, most: number) =>
  z.pipe(z.coerce.number(), z.int().check(z.gte(least), z.lte(most)))

/** The query of the list of users. Every field is optional. */
const userSelection = {
  filter: z._default(userFilter, 'all'),
  sort: z._default(userSort, 'newest'),
  /** Part of the e-mail, of the first or last name, or of "first last". Case is ignored. */
  search: z._default(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(limits.emailCharacters, 'Search for at most 254 characters'),
        z.refine(isCleanText, 'The search cannot contain control characters'),
      ),
    '',
  ),
}

/** A plain list of at most 500 accounts in the requested order, starting at `offset`. */
export const listUsersEndpoint = defineEndpoint('GET /api/admin/users', 'admin', {
  query: z.object({
    ...userSelection,
    limit: z._default(wholeNumber(1, limits.listedUsersMost), limits.listedUsersMost),
    offset: z._default(wholeNumber(0, 10_000_000), 0),
  }),
  output: z.array(listedUser),
})

/**
 * A page of the table of users. Pages count from 1. `matching` is the number of accounts that match the
 * filter; `total` is the number of all accounts.
 */
export const userPageEndpoint = defineEndpoint('GET /api/admin/user-page', 'admin', {
  query: z.object({
    ...userSelection,
    page: z._default(wholeNumber(1, 1_000_000), 1),
    pageSize: z._default(wholeNumber(1, limits.bulkDeleteMost), 50),
  }),
  output: z.object({
    users: z.array(listedUser),
    page: z.int(),
    pageSize: z.int(),
    matching: z.int(),
    total: z.int(),
  }),
})

/** All accounts that match the filter as `unmet-users.csv`. Formulas in cells are made harmless. */
export const exportUsersEndpoint = defineEndpoint('GET /api/admin/users-export', 'admin', {
  query: z.object(userSelection),
  output: 'download',
})

/** The ids of accounts whose e-mail is an operator's user name. */
export const adminUserIdsEndpoint = defineEndpoint('GET /api/admin/user-ids', 'admin', {
  output: z.array(z.string()),
})

const userId = z
  .string('The user is missing')
  .check(z.regex(/^[A-Za-z0-9-]{1,64}$/u, 'This is not the id of a user'))

/**
 * Sets a user's password, and ends the user's sessions. `protected_account` means that the account belongs to
 * an operator (403).
 */
export const resetUserPasswordEndpoint = defineEndpoint('POST /api/admin/reset-user-password', 'admin', {
  body: z.object({
    userId,
    /** The password may be shorter than users' own passwords, because the user has to choose a new one. */
    password: password(limits.operatorsPasswordCharacters, 'Password must be at least 6 characters'),
  }),
  output: acknowledgement,
  errors: ['not_found', 'protected_account'],
})

const changedUser = z.object({ user: listedUser })

/**
 * Sets a user's e-mail address and ends the user's sessions. Until the user signs in with the password and
 * opens the mailed link, no reset link is sent to the address, because it may be a stranger's.
 * `address_taken` means that the address belongs to an account already, or to an operator (409).
 */
export const changeUserEmailEndpoint = defineEndpoint('POST /api/admin/change-user-email', 'admin', {
  body: z.object({ userId, email }),
  output: changedUser,
  errors: ['not_found', 'protected_account', 'address_taken'],
})

/**
 * Grants Pro without a payment. `already_pro` means that the account already has Pro, paid or granted (409).
 */
export const promoteUserEndpoint = defineEndpoint('POST /api/admin/promote-user', 'admin', {
  body: z.object({ userId }),
  output: changedUser,
  errors: ['not_found', 'protected_account', 'already_pro'],
})

/**
 * Revokes granted Pro. `pays_for_pro` means that a paid plan has to be cancelled at the payment provider
 * first (409).
 */
export const demoteUserEndpoint = defineEndpoint('POST /api/admin/demote-user', 'admin', {
  body: z.object({ userId }),
  output: changedUser,
  errors: ['not_found', 'protected_account', 'already_free', 'pays_for_pro'],
})

/** Why an account was not deleted, as a sentence for the operator. The account is unchanged. */
const deletionFailure = z.object({
  userId: z.string(),
  email: z.nullable(z.string()),
  reason: z.string(),
})
export type DeletionFailure = z.infer<typeof deletionFailure>

/**
 * Deletes at most 500 accounts, each in a transaction of its own. `deleted` contains ids in the requested
 * order. The call succeeds even if no account could be deleted.
 */
export const deleteUsersEndpoint = defineEndpoint('POST /api/admin/delete-users', 'admin', {
  body: z.object({
    userIds: z
      .array(userId, 'Please select users to delete.')
      .check(
        z.minLength(1, 'Please select users to delete.'),
        z.maxLength(limits.bulkDeleteMost, 'At most 500 users can be deleted at once'),
      ),
  }),
  output: z.object({
    deleted: z.array(z.string()),
    errors: z.array(deletionFailure),
    summary: z.object({ successfullyDeleted: z.int(), failed: z.int() }),
  }),
})

/**
 * Sets how many watches a person may have. Null restores the plan's limit. Watches beyond the limit are
 * paused, but not deleted.
 */
export const limitWatchesEndpoint = defineEndpoint('POST /api/admin/limit-watches', 'admin', {
  body: z.object({
    userId,
    mostWatches: z.nullable(
      z
        .int('The number of watches is a whole number')
        .check(
          z.minimum(0, 'The number of watches is at least 0'),
          z.maximum(limits.watchesMost, `The number of watches is at most ${limits.watchesMost}`),
        ),
    ),
  }),
  output: changedUser,
  errors: ['not_found', 'protected_account'],
})
