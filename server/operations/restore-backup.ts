import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TableLoader } from '#server/database/load-tables.ts'
import { nullIfMissing, reasonOf } from '#server/database/system-error.ts'
import {
  BackupError,
  type BackupHeader,
  type BackupReader,
  type BackupTable,
  newerBackup,
  openBackup,
} from './backup-file.ts'
import { type PurgedPost, type PurgeList, readPurgeList } from './purge-list.ts'
import { filesOfDataDir, hashSecret, secretInFiles } from './write-backup.ts'

/** The database to restore into. The database is opened after the file has been checked. */
type EmptyPlace = {
  where: string
  /** The name of a table that is not empty. */
  findFilledTable: () => Promise<string | null>
  /** Creates the schema of the backup in the database. */
  migrateUntil: (newest: number) => Promise<void>
  loadTables: (load: (loader: TableLoader) => Promise<void>) => Promise<void>
  /** Migrates the schema to this version. */
  migrate: () => Promise<void>
  /**
   * Repeats the purges that followed the backup or, if they are unknown, holds back posts that may have been
   * purged. The product starts only after that.
   */
  settle: (since: PurgedSince) => Promise<SettledPosts>
}

/** The lists of purged posts, and since when they are complete. */
export type PurgedSince = {
  posts: readonly PurgedPost[]
  /**
   * The start of the lists; null if they do not cover the whole time since the backup. Lists that cover this
   * time name every purged post.
   */
  knownSince: Date | null
}

export type SettledPosts = {
  purged: number
  held: readonly { source: string; posts: number }[]
  /**
   * The sources that were not asked whether their posts still exist. Empty if the lists cover the whole time.
   */
  unasked: readonly string[]
}

export type RestoreBackup = {
  openPlace: <T>(work: (place: EmptyPlace) => Promise<T>) => Promise<T>
  listKnownMigrations: () => Promise<readonly number[]>
  dataDir: string
  sessionSecrets: readonly string[] | null
}

/**
 * `purgeLists` are the lists of every instance that ran since the backup. There are none if the lists are
 * lost.
 */
export type ToRestore = { path: string; purgeLists: readonly string[] }

/** Restores a backup into an empty database and folder. If a part fails, nothing is restored. */
export async function restoreBackup(
  deps: RestoreBackup,
  { path, purgeLists }: ToRestore,
  signal: AbortSignal,
) {
  const lists = await Promise.all(purgeLists.map(readPurgeList))
  const backup = await openBackup(path).catch((error: unknown) => {
    if (error instanceof BackupError) throw error
    throw new BackupError(`${path} cannot be read: ${reasonOf(error)}.`, error)
  })
  try {
    await refuseNewer(deps, path, backup.header)
    const files = await readFiles(deps, backup.header)
    return await deps.openPlace(async (place) => {
      const filled = await place.findFilledTable()
      if (filled !== null) throw placeIsFilled(place.where, filled)
      await place.migrateUntil(Math.max(...backup.header.migrations))
      const rows = await load({ place, backup, signal, saveFiles: () => saveFiles(deps.dataDir, files) })
      await place.migrate()
      const settled = await place.settle(purgedSince(lists, new Date(backup.header.madeAt)))
      return { where: place.where, rows, header: backup.header, settled }
    })
  } finally {
    backup.close()
  }
}

function purgedSince(lists: readonly PurgeList[], madeAt: Date): PurgedSince {
  const last = lists.reduce((latest, { since }) => Math.max(latest, since.getTime()), 0)
  const knowsAll = lists.length > 0 && last <= madeAt.getTime()
  return { posts: lists.flatMap(({ posts }) => posts), knownSince: knowsAll ? new Date(last) : null }
}

const placeIsFilled = (where: string, table: string) =>
  new BackupError(
    `${where} is not empty: its table ${table} has rows, and restoring would replace them. ` +
      'Set DATA_DIR to a new folder, or DATABASE_URL to an empty database.',
  )

async function refuseNewer(deps: RestoreBackup, path: string, { migrations, version }: BackupHeader) {
  const known = await deps.listKnownMigrations()
  if (migrations.some((one) => !known.includes(one))) throw newerBackup(path, version)
}

type Load = {
  place: EmptyPlace
  backup: BackupReader
  signal: AbortSignal
  saveFiles: () => Promise<() => Promise<void>>
}

async function load({ place, backup, signal, saveFiles }: Load): Promise<Record<string, number>> {
  let undoFiles = async () => {}
  const rows: Record<string, number> = {}
  try {
    await place.loadTables(async (loader) => {
      const loadTable = async (table: BackupTable, pieces: AsyncIterable<Buffer>) => {
        signal.throwIfAborted()
        const loaded = await loader.loadRows({ name: table.table, columns: table.columns }, pieces)
        rows[table.table] = loaded
      }
      const end = await backup.readTables(loadTable)
      const wrong = Object.keys({ ...end.rows, ...rows }).find((name) => end.rows[name] !== rows[name])
      if (wrong !== undefined)
        throw new BackupError(
          `The backup should have ${end.rows[wrong]} rows of ${wrong} but has ${rows[wrong]}.`,
        )
      await loader.setSequences(end.sequences)
      undoFiles = await saveFiles()
    })
    return rows
  } catch (error) {
    await undoFiles()
    throw error
  }
}

type DataFile = { name: string; content: Buffer }

/**
 * The files to write. Throws if the folder already contains other files, or if the settings contain other
 * secrets.
 */
async function readFiles(
  { dataDir, sessionSecrets }: RestoreBackup,
  header: BackupHeader,
): Promise<DataFile[]> {
  const secrets = sessionSecrets ?? [secretInFiles(header.files) ?? '']
  if (header.secretHash !== null && !secrets.map(hashSecret).includes(header.secretHash)) {
    throw new BackupError(
      'This backup was made with another SESSION_SECRET than the one set here. Without it, sessions and the second ' +
        'factor do not work. Set SESSION_SECRET as the product that was backed up had it.',
    )
  }
  const files: DataFile[] = []
  for (const name of filesOfDataDir) {
    const encoded = header.files[name]
    if (encoded === undefined) continue
    const content = Buffer.from(encoded, 'base64')
    const present = await readFile(join(dataDir, name)).catch(nullIfMissing)
    if (present === null) files.push({ name, content })
    else if (!present.equals(content)) {
      throw new BackupError(
        `DATA_DIR ${dataDir} has a file ${name} that differs from the one in the backup. Set DATA_DIR to a new folder.`,
      )
    }
  }
  return files
}

async function saveFiles(dataDir: string, files: readonly DataFile[]): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true })
  for (const { name, content } of files)
    await writeFile(join(dataDir, name), content, { mode: 0o600, flush: true })
  return async () => {
    for (const { name } of files) await rm(join(dataDir, name), { force: true })
  }
}
