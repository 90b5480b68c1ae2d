import { accountIdentities, users } from './account-schema.ts'
import { and, eq, sql } from './drizzle.ts'

/**
 * The identities of a user that have another address than the account. Somebody who had the password for a
 * time may have linked them, so they end when the password is reset.
 */
export const ofOtherAddress = (userId: string) =>
  and(
    eq(accountIdentities.userId, userId),
    sql`lower(${accountIdentities.email}) <> (select lower(owner.email) from ${users} as owner where owner.id = ${userId})`,
  )
