import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { type Ledger, type Ledgers, paymentModes } from './ledger.ts'

const tables = z.record(z.string(), z.array(z.looseObject({ id: z.string() })))
const state = z.object({ version: z.literal(1), production: tables, sandbox: tables })

/** Loads the file into the ledgers; a missing file is empty. */
async function loadState(path: string, ledgers: Ledgers): Promise<void> {
  const written = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (written === null) return
  const read = state.safeParse(parseJson(written))
  if (!read.success) throw new Error('it is not a state file; delete it to start again')
  for (const mode of paymentModes) {
    // Only this program writes the file, and always as a whole.
    const tables: Record<string, { put(row: never): unknown }> = ledgers[mode].tables
    for (const [name, table] of Object.entries(tables)) {
      for (const row of read.data[mode][name] ?? []) table.put(row as never)
    }
  }
}

function parseJson(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return null
  }
}

type Log = (problem: string) => void

/**
 * Loads the file into the ledgers, and returns the function that saves them; without a file the state is only in
 * memory.
 */
export async function openState(path: string, ledgers: Ledgers, log: Log) {
  try {
    await loadState(path, ledgers)
  } catch (error) {
    log(`The payment stand-in cannot read ${path}: ${reasonOf(error)}. It continues without the file.`)
    return async () => {}
  }
  return makeSaver(() => writeState(path, ledgers), reportOnce(path, log))
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' ? 'the disk is full' : (code ?? message)
}

/** Logs a failure only after a success, and a success only after a failure. */
function reportOnce(path: string, log: Log): (error: unknown) => void {
  let failing = false
  return (error) => {
    if (error !== null && !failing) {
      log(`The payment stand-in cannot write ${path}: ${reasonOf(error)}. It continues in memory.`)
    } else if (error === null && failing) log(`The payment stand-in writes ${path} again`)
    failing = error !== null
  }
}

/** Requests during a save share the next save, because their changes may be missing in the current write. */
function makeSaver(write: () => Promise<void>, report: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  return () => {
    next ??= running.then(() => {
      next = null
      running = write().then(() => report(null), report)
      return running
    })
    return next
  }
}

/** Writes a temporary file and renames it, so that a reader sees the old or the new file, never a part. */
async function writeState(path: string, ledgers: Ledgers): Promise<void> {
  const contents = JSON.stringify({
    version: 1,
    production: rowsOf(ledgers.production),
    sandbox: rowsOf(ledgers.sandbox),
  })
  await mkdir(dirname(path), { recursive: true })
  const beside = `${path}.new`
  const file = await open(beside, 'w', 0o600)
  try {
    await file.writeFile(contents)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(beside, path)
}

function rowsOf(ledger: Ledger): Record<string, object[]> {
  return Object.fromEntries(Object.entries(ledger.tables).map(([name, table]) => [name, table.all()]))
}
