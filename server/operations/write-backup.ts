import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, type ZstdCompress } from 'node:zlib'
import { nullIfMissing, reasonOf } from '#server/database/system-error.ts'
import type { TableSnapshot } from '#server/database/table-snapshot.ts'
import { type BackupEnd, BackupError, type BackupHeader, backupFormat, compression } from './backup-file.ts'
import { deleteUnfinished, unfinishedName } from './unfinished-backups.ts'

/**
 * The files of DATA_DIR that a backup contains in addition to the database: secrets that encrypt rows, and
 * the state of the stand-in for payments. The search index is rebuilt after a restore.
 */
export const filesOfDataDir: readonly string[] = ['cookie-secret', 'payment-stand-in.json']

export type WriteBackup = {
  openSnapshot: () => Promise<TableSnapshot>
  dataDir: string
  version: string
  sessionSecrets: readonly string[] | null
  now: Date
}

/** The generated secret, which is used if the settings have no secret. */
export function secretInFiles(files: Readonly<Record<string, string>>): string | undefined {
  const encoded = files['cookie-secret']
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString().trim()
}

/**
 * A hash that identifies the secret of a backup without revealing it. This is safe because secrets have at
 * least 32 characters.
 */
export const hashSecret = (secret: string): string =>
  createHash('sha256').update(`unmet backup ${secret}`).digest('hex')

const hashOf = (secret: string | undefined) => (secret === undefined ? null : hashSecret(secret))

/**
 * Writes everything that the product stores into one file while the product runs. Only the owner of the file
 * can read it. The file gets its final name when it is complete and on the disk.
 */
export async function writeBackup(deps: WriteBackup, path: string, signal: AbortSignal) {
  await refuseExisting(path)
  const unfinished = unfinishedName(path)
  // They may have filled the disk.
  await deleteUnfinished(path)
  const snapshot = await deps.openSnapshot()
  try {
    const header = await makeHeader(deps, snapshot)
    const rows = await writeFile(unfinished, (file) => writeAll(file, { snapshot, header }), signal)
    await rename(unfinished, path)
    await syncFolder(dirname(path))
    return { rows, bytes: (await stat(path)).size }
  } catch (error) {
    throw explain(path, error)
  } finally {
    await rm(unfinished, { force: true })
    await snapshot.close()
  }
}

async function refuseExisting(path: string): Promise<void> {
  const missing = await access(path).then(
    () => false,
    (error: unknown) => nullIfMissing(error) === null,
  )
  if (!missing) throw new BackupError(`${path} exists already. Choose another name, or remove it first.`)
}

async function makeHeader(deps: WriteBackup, snapshot: TableSnapshot): Promise<BackupHeader> {
  const files: Record<string, string> = {}
  for (const name of filesOfDataDir) {
    const content = await readFile(join(deps.dataDir, name)).catch(nullIfMissing)
    if (content !== null) files[name] = content.toString('base64')
  }
  return {
    unmetBackup: backupFormat,
    version: deps.version,
    madeAt: deps.now.toISOString(),
    migrations: snapshot.migrations,
    files,
    secretHash: hashOf(deps.sessionSecrets?.[0] ?? secretInFiles(files)),
  }
}

type Content = { snapshot: TableSnapshot; header: BackupHeader }

async function writeAll(file: HashedFile, { snapshot, header }: Content): Promise<BackupEnd['rows']> {
  const rows: BackupEnd['rows'] = {}
  await file.writeLine(header)
  for (const table of snapshot.tables) {
    await file.writeLine({ table: table.name, columns: table.columns })
    rows[table.name] = await snapshot.copyRows(table, async (pieces) => {
      for await (const piece of pieces) await file.write(piece)
    })
    await file.write(Buffer.from('\\.\n'))
  }
  const { sha256 } = file
  const sequences = await snapshot.readSequences()
  await file.writeLine({ end: true, rows, sequences, sha256 } satisfies BackupEnd)
  return rows
}

/** Joins small pieces, because the compressor is slow with many small ones. */
const pieceBytes = 256 * 1024

class HashedFile {
  readonly #hash = createHash('sha256')
  readonly #to: ZstdCompress
  readonly #signal: AbortSignal
  #waiting: Buffer[] = []
  #waitingBytes = 0

  constructor(to: ZstdCompress, signal: AbortSignal) {
    this.#to = to
    this.#signal = signal
  }

  get sha256(): string {
    return this.#hash.copy().digest('hex')
  }

  writeLine(content: object): Promise<void> {
    return this.write(Buffer.from(`${JSON.stringify(content)}\n`))
  }

  async write(piece: Buffer): Promise<void> {
    this.#hash.update(piece)
    this.#waiting.push(piece)
    this.#waitingBytes += piece.length
    if (this.#waitingBytes >= pieceBytes) await this.flush()
  }

  async flush(): Promise<void> {
    this.#signal.throwIfAborted()
    const piece = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#to.write(piece, (error) => (error ? reject(error) : resolve()))
    await promise
  }
}

async function writeFile<T>(path: string, write: (file: HashedFile) => Promise<T>, signal: AbortSignal) {
  const compressed = createZstdCompress(compression)
  const ending = new AbortController()
  const written = pipeline(compressed, createWriteStream(path, { mode: 0o600, flush: true, flags: 'wx' }), {
    signal: AbortSignal.any([signal, ending.signal]),
  })
  written.catch(() => {})
  try {
    const file = new HashedFile(compressed, signal)
    const result = await write(file)
    await file.flush()
    compressed.end()
    await written
    return result
  } catch (error) {
    ending.abort()
    // If the file could not be written, that failure caused this one.
    const reason = await written.then(
      () => error,
      (end: Error) => (end.name === 'AbortError' ? error : end),
    )
    throw reason
  }
}

/** A rename is durable only after the folder is synced, which Windows does not support. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

function explain(path: string, error: unknown): unknown {
  const isFile = error instanceof Error && 'syscall' in error && error.syscall !== 'connect'
  return isFile ? new BackupError(`${path} cannot be written: ${reasonOf(error)}.`, error) : error
}
