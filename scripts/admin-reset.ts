import { limits } from '#contract/limits.ts'
import { pageUrl } from '#contract/page-paths.ts'
import { adminResetLink } from '#server/features/admin/admin-mails.ts'
import { makeAdminStore } from '#server/features/admin/admin-store.ts'
import { removeSecondFactorOnServer } from '#server/features/admin/manage-second-factor.ts'
import { makeResetLink } from '#server/features/admin/reset-admin-password.ts'
import { makeSecondFactorStore } from '#server/features/admin/second-factor-store.ts'
import { print, runCommandWith, say, withDatabase } from './run-command.ts'

const help = `Prints a link that sets a new password for the administrator, for when mail fails.

  npm run admin:reset
  npm run admin:reset -- --without-second-factor   also turns the second factor off

The link works once and for ${limits.adminLinkMinutes} minutes. Set the same variables as for the product.
Exit code: 0 done, 1 failed or nobody to reset, 2 wrong options.`

function resetAdmin(withoutSecondFactor: boolean): Promise<number> {
  return withDatabase(async (database, config) => {
    const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
    const admins = makeAdminStore(database.db)
    const clock = () => new Date()
    const link = await makeResetLink({ admins, clock }, (token) => adminResetLink(publicUrl, token))
    if (link === null) {
      say(`There is no administrator yet. Set one up at ${pageUrl(publicUrl, '/admin/setup')}.`)
      return 1
    }
    if (withoutSecondFactor) {
      const secondFactors = makeSecondFactorStore(database.db)
      await removeSecondFactorOnServer({ admins, secondFactors, clock })
      print('The second factor is off.')
    }
    print(`Open this once within ${limits.adminLinkMinutes} minutes to set a new password:\n${link}`)
    return 0
  })
}

const withoutSecondFactor = 'without-second-factor'
await runCommandWith({ help, flags: [withoutSecondFactor] }, ({ flags }) =>
  resetAdmin(flags.includes(withoutSecondFactor)),
)
