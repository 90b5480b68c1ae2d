import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { type Ledger, type PaymentMode, type TableName, tableNames } from './ledger.ts'

const modes = ['production', 'sandbox'] as const
const row = z.looseObject({ id: z.string() })
const table = z.array(row)
const state = z.object({
  version: z.literal(1),
  production: z.partialRecord(z.enum(tableNames as [TableName, ...TableName[]]), table),
  sandbox: z.partialRecord(z.enum(tableNames as [TableName, ...TableName[]]), table),
})

/** Puts what the file holds into the ledgers; a file that is not there holds nothing. */
export async function loadState(path: string, ledgers: Record<PaymentMode, Ledger>): Promise<void> {
  const written = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (written === null) return
  const read = state.safeParse(parseJson(written))
  if (!read.success) {
    throw new Error(`The payment stand-in cannot read its state in ${path}. Delete that file to begin anew.`)
  }
  for (const mode of modes) {
    for (const name of tableNames) {
      // Only we write this file, and always whole: its rows are what the tables held.
      const rows = ledgers[mode].tables[name] as { put(row: { id: string }): unknown }
      for (const one of read.data[mode][name] ?? []) rows.put(one)
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

/** Saves that come while one is under way share the next: each waits for a write begun after it. */
export function makeSaver(path: string, ledgers: Record<PaymentMode, Ledger>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null
        running = writeState(path, ledgers)
        return running
      })
    return next
  }
}

/** A reader sees the old file or the new one, never a part: it is written beside and then renamed. */
async function writeState(path: string, ledgers: Record<PaymentMode, Ledger>): Promise<void> {
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
  return Object.fromEntries(tableNames.map((name) => [name, ledger.tables[name].all()]))
}
