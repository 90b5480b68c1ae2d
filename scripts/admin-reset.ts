import { parseArgs } from 'node:util'
import { loadConfig, readEnvironment } from '#server/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { adminLinkMinutes, adminResetLink } from '#server/features/admin/admin-mails.ts'
import { makeAdminStore } from '#server/features/admin/admin-store.ts'
import { removeSecondFactorOnServer } from '#server/features/admin/manage-second-factor.ts'
import { makeResetLink } from '#server/features/admin/reset-admin-password.ts'
import { makeSecondFactorStore } from '#server/features/admin/second-factor-store.ts'
import { runCommand } from './run-command.ts'

const help = `Prints a link that sets a new password for the administrator, for the day when mail fails.

  npm run admin:reset
  npm run admin:reset -- --without-second-factor   also turns the second factor off

The link works once and for ${adminLinkMinutes} minutes. Set the same variables as for the product.
Exit code: 0 done, 1 failed or nobody to reset, 2 wrong options.`

type Asked = 'help' | { withoutSecondFactor: boolean } | { wrong: string }

function readOptions(): Asked {
  try {
    const { values } = parseArgs({
      options: { help: { type: 'boolean' }, 'without-second-factor': { type: 'boolean' } },
    })
    if (values.help === true) return 'help'
    return { withoutSecondFactor: values['without-second-factor'] === true }
  } catch (error) {
    return { wrong: error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error) }
  }
}

async function resetAdmin(withoutSecondFactor: boolean): Promise<number> {
  const config = loadConfig(readEnvironment())
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const database = await openDatabase(config, 'command', say)
  try {
    const admins = makeAdminStore(database.db)
    const clock = () => new Date()
    const resetLink = (token: string) => adminResetLink(publicUrl, token)
    const link = await makeResetLink({ admins, resetLink, clock })
    if (link === null) {
      say(`There is no administrator yet. Set one up at ${new URL('/admin/setup', publicUrl).href}.`)
      return 1
    }
    if (withoutSecondFactor) {
      const secondFactors = makeSecondFactorStore(database.db)
      await removeSecondFactorOnServer({ admins, secondFactors, clock })
      process.stdout.write('The second factor is off.\n')
    }
    process.stdout.write(
      `Open this once within ${adminLinkMinutes} minutes to set a new password:\n${link}\n`,
    )
    return 0
  } finally {
    await database.close()
  }
}

await runCommand(async () => {
  const asked = readOptions()
  if (asked === 'help') process.stdout.write(`${help}\n`)
  else if ('wrong' in asked) process.stderr.write(`${asked.wrong} See --help.\n`)
  else return resetAdmin(asked.withoutSecondFactor)
  return asked === 'help' ? 0 : 2
})
