import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copyDatabase } from '#tests/harness/copy-database.ts'
import { smallServer } from '#tests/harness/small-server.ts'
import { startDatabaseProgram } from '#tests/harness/start-database-program.ts'
import { makeTemporaryDataDir, type TemporaryDataDir } from '#tests/harness/temporary-data-dir.ts'
import { type EmbeddedOptions, openEmbeddedPostgres } from './embedded-postgres.ts'
import { readPostmasterFile } from './postmaster-file.ts'

const isRoot = process.getuid?.() === 0
let folder: TemporaryDataDir
beforeEach(async () => {
  folder = await makeTemporaryDataDir()
})
afterEach(() => folder.remove())

async function withServer<T>(
  dataDir: string,
  use: (client: pg.Client, pid: number) => Promise<T>,
  options: Pick<EmbeddedOptions, 'transport' | 'settings'> = { settings: smallServer },
): Promise<T> {
  const server = await openEmbeddedPostgres(dataDir, { role: 'command', log: () => {}, ...options })
  const client = new pg.Client(server.address)
  try {
    await client.connect()
    const file = await readPostmasterFile(join(dataDir, 'postgres'))
    return await use(client, file?.pid ?? 0)
  } finally {
    await client.end()
    await server.close()
  }
}

async function settings(client: pg.Client): Promise<Record<string, string>> {
  const names = [
    'data_checksums',
    'fsync',
    'jit',
    'listen_addresses',
    'synchronous_commit',
    'TimeZone',
    'work_mem',
  ]
  const { rows } = await client.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) as name',
    [names],
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

test('the server runs as it was measured, and only for its own user', async () => {
  await withServer(
    folder.path,
    async (client) => {
      const { rows } = await client.query(
        `select pg_encoding_to_char(encoding) as encoding, datcollate, datctype
       from pg_database where datname = current_database()`,
      )
      expect(rows).toEqual([{ encoding: 'UTF8', datcollate: 'C.UTF-8', datctype: 'C.UTF-8' }])
      const role = await client.query('select rolname, rolsuper from pg_roles where rolname = current_user')
      expect(role.rows).toEqual([{ rolname: 'unmet', rolsuper: false }])
      expect(await settings(client)).toEqual({
        data_checksums: 'on',
        fsync: 'on',
        jit: 'off',
        listen_addresses: '',
        synchronous_commit: 'on',
        TimeZone: 'UTC',
        work_mem: '32MB',
      })
      expect((await stat(client.host)).mode & 0o777).toBe(0o700)
      expect((await stat(join(client.host, '.s.PGSQL.5432'))).isSocket()).toBe(true)
    },
    {},
  )
})

test('a DATA_DIR too deep for a socket path works', async () => {
  const deep = join(folder.path, 'a-very-long-name-for-a-folder'.repeat(4))
  await withServer(deep, async (client) => {
    expect(Buffer.byteLength(deep)).toBeGreaterThan(107)
    expect((await stat(client.host)).mode & 0o777).toBe(0o700)
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})

test('a DATA_DIR with spaces, quotes and foreign letters works', async () => {
  await withServer(join(folder.path, `Meine "Daten", année d'été`), async (client) => {
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})

describe('the socket', () => {
  beforeEach(() => copyDatabase(folder.path))

  const rulesOf = () => readFile(join(folder.path, 'postgres', 'pg_hba.conf'), 'utf8')
  const passwordFile = () => join(folder.path, 'postgres.password')
  const enter = async ({ host, port }: pg.Client, password?: string) => {
    const user = { host, port, user: 'postgres', database: 'unmet' }
    const client = new pg.Client(password === undefined ? user : { ...user, password })
    await client.connect()
    await client.end()
  }

  test('lets in nobody without the password, which no other account may read', async () => {
    await withServer(folder.path, async (client) => {
      await expect(enter(client)).rejects.toThrow(/password/u)
      await expect(enter(client, 'guess')).rejects.toMatchObject({ code: '28P01' })
      const { mode, uid } = await stat(passwordFile())
      expect([mode & 0o777, uid]).toEqual([0o600, process.getuid?.()])
    })
  })

  test('of a database that had no password is given one at the next start, and what it held is there', async () => {
    await withServer(folder.path, (client) => client.query(`create table survivors as select 'here' as word`))
    const rules = join(folder.path, 'postgres', 'pg_hba.conf')
    await writeFile(
      rules,
      'local all all trust\nlocal replication all trust\nhost all all 127.0.0.1/32 reject\n',
    )
    await rm(passwordFile())
    await withServer(folder.path, async (client) => {
      expect((await client.query('select word from survivors')).rows).toEqual([{ word: 'here' }])
      await expect(enter(client)).rejects.toThrow(/password/u)
      expect(await rulesOf()).not.toContain('trust')
    })
  })

  test('of a database whose password is lost is given another one', async () => {
    await withServer(folder.path, (client) => client.query(`create table survivors as select 'here' as word`))
    const lost = await readFile(passwordFile(), 'utf8')
    await rm(passwordFile())
    await withServer(folder.path, async (client) => {
      expect((await client.query('select word from survivors')).rows).toEqual([{ word: 'here' }])
      await expect(enter(client, lost)).rejects.toMatchObject({ code: '28P01' })
    })
  })

  test('is guarded in the end when a kill came between any two steps of that', async () => {
    await withServer(folder.path, async () => {})
    // The password was written, but the access rules were not. The roles then still have an older password.
    await writeFile(passwordFile(), 'a'.repeat(48), { mode: 0o600 })
    await writeFile(join(folder.path, 'postgres', 'pg_hba.conf'), 'local all all trust\n')
    await withServer(folder.path, async (client) => {
      await expect(enter(client)).rejects.toThrow(/password/u)
      await enter(client, 'a'.repeat(48))
    })
  })
})

test('the transport of Windows is loopback TCP behind a password', async () => {
  await withServer(
    folder.path,
    async (client) => {
      expect((await settings(client)).listen_addresses).toBe('127.0.0.1')
      const { host, port } = client
      const intruder = new pg.Client({ host, port, user: 'postgres', database: 'unmet', password: 'guess' })
      await expect(intruder.connect()).rejects.toMatchObject({ code: '28P01' })
      expect((await stat(join(folder.path, 'postgres.password'))).mode & 0o777).toBe(0o600)
    },
    { transport: 'tcp', settings: smallServer },
  )
})

test('a server that was stopped in order is started again with what was stored', async () => {
  await copyDatabase(folder.path)
  await withServer(folder.path, (client) => client.query(`create table survivors as select 'here' as word`))
  expect(await readPostmasterFile(join(folder.path, 'postgres'))).toBe(null)
  await withServer(folder.path, async (client, pid) => {
    expect((await client.query('select word from survivors')).rows).toEqual([{ word: 'here' }])
    // The server is in another process group, so that Ctrl-C in the terminal does not reach it.
    const group = execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' })
    expect(Number(group)).toBe(pid)
  })
})

test.skipIf(!isRoot)(
  'root lends the server an unprivileged account and gives it the data (as root)',
  async () => {
    await withServer(folder.path, async (_client, pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      expect(status).toMatch(/^Uid:\t65534\t65534\t65534\t65534$/m)
      expect(status).toMatch(/^Gid:\t65534\t65534\t65534\t65534$/m)
      expect(status).toMatch(/^Groups:\t\s*$/m)
      expect((await stat(join(folder.path, 'postgres'))).uid).toBe(65_534)
    })
    // A database that belongs to an ordinary user, or that root copied here, is accepted as well.
    execFileSync('chown', ['-R', '1:1', folder.path])
    await withServer(folder.path, async (_client, pid) => {
      expect(await readFile(`/proc/${pid}/status`, 'utf8')).toMatch(/^Uid:\t1\t1\t1\t1$/m)
    })
    execFileSync('chown', ['-R', '0:0', folder.path])
    await withServer(folder.path, async (_client, pid) => {
      expect(await readFile(`/proc/${pid}/status`, 'utf8')).toMatch(/^Uid:\t65534\t/m)
    })
  },
)

test.skipIf(!isRoot)('a DATA_DIR below a folder that is closed to the server works (as root)', async () => {
  const home = join(folder.path, 'home')
  await mkdir(home)
  await chmod(home, 0o700)
  await withServer(join(home, 'data'), (client) => client.query('create table survivors ()'))
  const survivors = await withServer(join(home, 'data'), (client) => client.query('select from survivors'))
  expect(survivors.rowCount).toBe(0)
})

test.skipIf(!isRoot)('an ordinary user runs the server without any help (as root)', async () => {
  await chmod(folder.path, 0o777)
  const program = startDatabaseProgram({ dataDir: join(folder.path, 'data') }, { uid: 65_534, gid: 65_534 })
  await program.opened
  expect((await stat(join(folder.path, 'data', 'postgres'))).uid).toBe(65_534)
  expect(await program.stop()).toBe(0)
})
