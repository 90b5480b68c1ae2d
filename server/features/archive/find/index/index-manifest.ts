import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the index consists of, and how far it follows the archive. */
export type IndexManifest = {
  version: number
  /** The database that it was built from. */
  database: string
  /** Files, oldest first. */
  segments: readonly string[]
  /** Increases with every change. */
  sequence: number
  /** Its place in the log of changes, and when that was read, by the database's clock. */
  position: string
  readAt: string
}

const nameOfManifest = 'manifest.json'
export const indexFolder = (dataDir: string) => join(dataDir, 'index')

/** Null without a readable manifest. */
export function readManifest(folder: string): IndexManifest | null {
  try {
    return JSON.parse(readFileSync(join(folder, nameOfManifest), 'utf8')) as IndexManifest
  } catch {
    return null
  }
}

/** Replaces the manifest at once: readers see the old one or the new one. */
export function writeManifest(folder: string, manifest: IndexManifest): void {
  const written = join(folder, 'manifest.written')
  writeFileSync(written, JSON.stringify(manifest))
  renameSync(written, join(folder, nameOfManifest))
}

/** Changes with the manifest; '' without one. */
export function manifestStamp(folder: string): string {
  const found = statSync(join(folder, nameOfManifest), { throwIfNoEntry: false })
  return found === undefined ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`
}
