import type { Database } from '#server/database/open-database.ts'
import { makeToken } from '#server/database/secret-token.ts'
import { layoutMail } from '#server/features/accounts/mail-layout.ts'
import { makeArchiveSearchStore } from '#server/features/archive/find/archive-search-store.ts'
import { makeDigestStore } from '#server/features/delivery/digest-store.ts'
import type { SendDigests } from '#server/features/delivery/send-digests.ts'
import type { Mailer } from '#server/mail-ports.ts'
import { deliveredRows } from '#server/wiring/wire-own.ts'

/** The dependencies of sending digests. */
export function digestDeps(db: Database, mailer: Mailer, clock: () => Date): SendDigests {
  return {
    digests: makeDigestStore(db),
    archive: makeArchiveSearchStore(db),
    listDeliveredRows: deliveredRows(db),
    mailer,
    layoutMail,
    publicUrl: 'https://unmet.test',
    makeToken,
    clock,
    wakeAfter: () => {},
  }
}
