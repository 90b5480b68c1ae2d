import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createZstdDecompress, constants as zlibConstants } from 'node:zlib'
import { z } from 'zod'

/**
 * A backup is a zstd file of lines. The first line is a JSON header. Each table consists of a JSON line, its
 * rows in COPY format and a line `\.`. The last line is a JSON footer with a hash of all lines before it.
 * `zstd -dc FILE | less` shows the content.
 */
export const backupFormat = 1

const tableLine = z.strictObject({ table: z.string(), columns: z.array(z.string()) })

const headerLine = z.object({
  unmetBackup: z.number(),
  version: z.string(),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.number()).min(1),
  /** Files of DATA_DIR, in base64. */
  files: z.record(z.string(), z.string()),
  /**
   * A hash of the secret that encrypts and signs, whether it is from the settings or generated. Null if the
   * product was never started.
   */
  secretHash: z.string().nullable(),
})

const endLine = z.strictObject({
  end: z.literal(true),
  rows: z.record(z.string(), z.number()),
  sequences: z.array(z.strictObject({ name: z.string(), lastValue: z.string() })),
  sha256: z.string(),
})

export type BackupHeader = z.infer<typeof headerLine>
export type BackupTable = z.infer<typeof tableLine>
export type BackupEnd = z.infer<typeof endLine>

/**
 * The file cannot be written or read, or is not a backup that this version can restore. The message is one
 * sentence.
 */
export class BackupError extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.name = 'BackupError'
  }
}

/** zstd's checksum detects damage before the rows are read. */
export const compression = {
  params: { [zlibConstants.ZSTD_c_compressionLevel]: 3, [zlibConstants.ZSTD_c_checksumFlag]: 1 },
}

const rowsEnd = Buffer.from('\\.\n')
const rowsEndInside = Buffer.from('\n\\.\n')
const newline = 0x0a
const longestLine = 64 * 2 ** 20

export type BackupReader = {
  header: BackupHeader
  /**
   * Calls `load` for each table in order. `load` has to read all rows. Returns the footer of the file after
   * checking the hash in it.
   */
  readTables: (load: (table: BackupTable, rows: AsyncIterable<Buffer>) => Promise<void>) => Promise<BackupEnd>
  close: () => void
}

/** Opens a backup and reads its header. */
export async function openBackup(path: string): Promise<BackupReader> {
  const input = createReadStream(path)
  const unpacked = createZstdDecompress()
  input.on('error', (error) => unpacked.destroy(error)).pipe(unpacked)
  const lines = new BackupLines(path, unpacked)
  const close = () => {
    input.destroy()
    unpacked.destroy()
  }
  try {
    return { header: readHeader(path, await lines.readLine()), readTables: readTablesOf(path, lines), close }
  } catch (error) {
    close()
    throw error
  }
}

function readHeader(path: string, line: string): BackupHeader {
  const header = headerLine.safeParse(parseJson(line))
  if (!header.success) throw new BackupError(`${path} is not a backup of Unmet.`)
  if (header.data.unmetBackup > backupFormat) throw newerBackup(path, header.data.version)
  return header.data
}

export const newerBackup = (path: string, version: string) =>
  new BackupError(
    `${path} was written by a newer version of Unmet (${version}) than this one. Restore it with that version or a newer one.`,
  )

const readTablesOf =
  (path: string, lines: BackupLines): BackupReader['readTables'] =>
  async (load) => {
    for (;;) {
      const { sha256 } = lines
      const line = parseJson(await lines.readLine())
      const end = endLine.safeParse(line)
      if (end.success) {
        if (end.data.sha256 === sha256) return end.data
        throw new BackupError(
          `${path} is damaged: its content differs from what was written. Use another backup.`,
        )
      }
      const table = tableLine.safeParse(line)
      if (!table.success) throw new BackupError(`${path} is damaged. Use another backup.`)
      await load(table.data, lines.readRows())
    }
  }

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** The lines of a file, read in pieces. They are hashed while they are read. */
class BackupLines {
  readonly #path: string
  readonly #pieces: AsyncIterator<Buffer>
  readonly #hash = createHash('sha256')
  /** The offset at which the line starts. */
  #rest: Buffer = Buffer.alloc(0)

  constructor(path: string, pieces: AsyncIterable<Buffer>) {
    this.#path = path
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** The hash of all lines so far. */
  get sha256(): string {
    return this.#hash.copy().digest('hex')
  }

  async readLine(): Promise<string> {
    for (let searched = 0; ; ) {
      const at = this.#rest.indexOf(newline, searched)
      if (at !== -1) return this.#take(at + 1).toString()
      searched = this.#rest.length
      await this.#readOn()
    }
  }

  /** The rows of a table, in pieces of complete lines, without the line that ends the table. */
  async *readRows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#rest.subarray(0, rowsEnd.length).equals(rowsEnd)) break
      const end = this.#rest.indexOf(rowsEndInside)
      const whole = end === -1 ? this.#rest.lastIndexOf(newline) : end
      if (whole !== -1) yield this.#take(whole + 1)
      if (end === -1) await this.#readOn()
    }
    this.#take(rowsEnd.length)
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length)
    this.#hash.update(taken)
    this.#rest = this.#rest.subarray(length)
    return taken
  }

  async #readOn(): Promise<void> {
    const next = await this.#pieces.next().catch((error: NodeJS.ErrnoException) => {
      if (error.syscall !== undefined) throw error
      throw new BackupError(`${this.#path} is damaged or not a backup of Unmet. Use another backup.`, error)
    })
    if (next.done === true) throw new BackupError(`${this.#path} is incomplete. Use another backup.`)
    if (this.#rest.length > longestLine) throw new BackupError(`${this.#path} is not a backup of Unmet.`)
    this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value])
  }
}
