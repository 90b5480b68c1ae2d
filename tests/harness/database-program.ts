import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseRole, type DatabaseSettings, openDatabase } from '#server/database/open-database.ts'
import { DatabaseUnavailable } from '#server/database/system-error.ts'

/**
 * The behaviour of a process with an open database. `hold`: does nothing. `write`: writes rows and prints
 * each acknowledged one. `lie`: prints rows that it never commits. `transact`: prints an uncommitted row,
 * keeps its transaction open until the connection breaks, then prints the next row once it is durable.
 */
export type ProgramTask = 'hold' | 'write' | 'lie' | 'transact'

export type ProgramOptions = DatabaseSettings & { role: DatabaseRole; task: ProgramTask; first: number }

const writersAtOnce = 4

/** A separate process that tests may kill. It shuts down when its standard input ends. */
async function run({ role, task, first, ...settings }: ProgramOptions): Promise<void> {
  const database = await openDatabase(settings, role, (line) => process.stderr.write(`${line}\n`))
  const { pool } = database
  let open = true
  process.stdin.resume().once('end', () => {
    open = false
    database.close().then(() => process.exit(0), fail)
  })
  database.lost.then(fail, fail)
  if (task !== 'hold') {
    await pool.query('create table if not exists survivors (id bigint primary key, note text not null)')
  }
  process.stdout.write('open\n')
  let next = first
  /** Writes one more row, retrying after any failure. */
  const write = async () => {
    for (let isSafe = false; open && !isSafe; ) {
      const id = next
      next += 1
      isSafe = await pool.query(`insert into survivors values ($1, repeat('x', 500))`, [id]).then(
        () => true,
        () => false,
      )
      if (isSafe) process.stdout.write(`${id}\n`)
      else await sleep(50)
    }
  }
  const writeOn = async () => {
    while (open) await write()
  }
  if (task === 'write') await Promise.all(Array.from({ length: writersAtOnce }, writeOn))
  if (task === 'lie' || task === 'transact') {
    const client = await pool.connect()
    await client.query(`begin; insert into survivors values (${first}, 'never committed')`)
    process.stdout.write(`${first}\n`)
    if (task === 'lie') return
    await new Promise((resolve) => client.once('end', resolve))
    const committed = await client.query('commit').then(
      () => true,
      () => false,
    )
    if (committed) throw new Error('A broken connection has taken a commit.')
    client.release()
    next = first + 1
    await write()
  }
}

function fail(error: unknown): never {
  process.stderr.write(error instanceof DatabaseUnavailable ? `${error.message}\n` : `${String(error)}\n`)
  process.exit(1)
}

await run(JSON.parse(process.argv[2] ?? '')).catch(fail)
