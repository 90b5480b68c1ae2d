import { smtpMailer } from '#server/adapters/mail/smtp-mailer.ts'
import { databaseOver } from '#server/database/open-database.ts'
import { openPool, poolLimits } from '#server/database/open-pool.ts'
import { sendDigests } from '#server/features/delivery/send-digests.ts'
import { digestDeps } from './digest-deps.ts'

/** Sends the digests that are due at an instant, in a process that tests can kill. */
const [databaseUrl = '', smtpPort = '', instant = ''] = process.argv.slice(2)
const pool = openPool({ connectionString: databaseUrl }, poolLimits.command)
const server = { host: '127.0.0.1', port: Number(smtpPort), secure: false, login: null }
const mailer = smtpMailer({ server, from: { name: 'Unmet', address: 'no-reply@unmet.test' } })
const deps = digestDeps(databaseOver(pool), mailer, () => new Date(instant))
await sendDigests(deps, new AbortController().signal)
await pool.end()
