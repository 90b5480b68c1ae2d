import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSegment, type Segment } from './open-segment.ts'
import { formatVersion } from './segment-format.ts'

/** The parts of the index, and how far it has read the archive's log. */
export type IndexManifest = {
  version: number
  /** The database from which the index was built. */
  database: string
  /** Files, oldest first. */
  segments: readonly string[]
  /** A number that increases with every change. */
  sequence: number
  /** The position in the log of changes, and when it was read, by the clock of the database. */
  position: string
  readAt: string
}

export const manifestName = 'manifest.json'
export const indexFolder = (dataDir: string) => join(dataDir, 'index')

/** Null if there is no readable manifest. */
export function readManifest(folder: string): IndexManifest | null {
  try {
    return JSON.parse(readFileSync(join(folder, manifestName), 'utf8')) as IndexManifest
  } catch {
    return null
  }
}

/** Replaces the manifest at once, so that readers see either the old or the new one. */
export function writeManifest(folder: string, manifest: IndexManifest): void {
  const written = join(folder, 'manifest.written')
  writeFileSync(written, JSON.stringify(manifest))
  renameSync(written, join(folder, manifestName))
}

/** A value that changes with the manifest; '' if there is no manifest. */
function manifestStamp(folder: string): string {
  const found = statSync(join(folder, manifestName), { throwIfNoEntry: false })
  return found === undefined ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`
}

/** How often the manifest is checked. */
const watchMs = 100

/** Marks those posts of older segments that newer segments replace. */
function markReplaced(segments: readonly Segment[]): void {
  for (const [at, { replaced }] of segments.entries()) {
    for (const id of replaced) {
      for (const older of segments.slice(0, at)) {
        const post = older.findPost(id)
        if (post !== -1) older.isGone[post] = 1
      }
    }
  }
}

/** Opens the segments of a manifest. Segments that are already open are used again. */
async function openSegments(folder: string, names: readonly string[], opened: ReadonlyMap<string, Segment>) {
  const segments = new Map<string, Segment>()
  try {
    for (const name of names)
      segments.set(name, opened.get(name) ?? (await openSegment(join(folder, name), { keepsRecords: true })))
  } catch (error) {
    for (const [name, segment] of segments) if (!opened.has(name)) await segment.close()
    throw error
  }
  markReplaced([...segments.values()])
  return segments
}

type Generation = { segments: Map<string, Segment>; sequence: number; readers: number; isOld: boolean }

/**
 * Closes the segments of an old generation once no search reads it. Segments that the current generation also
 * contains stay open.
 */
function release(generation: Generation, current: Generation | null): void {
  if (!generation.isOld || generation.readers > 0) return
  const kept = new Set(current?.segments.values() ?? [])
  for (const segment of generation.segments.values()) if (!kept.has(segment)) void segment.close()
  generation.segments.clear()
}

/** The segments of the newest manifest, which are opened in the background. */
export function openGenerations(dataDir: string) {
  const folder = indexFolder(dataDir)
  let current: Generation | null = null
  let stamp = ''
  let loading: Promise<void> | null = null

  function replace(next: Generation | null): void {
    const before = current
    current = next
    if (before === null) return
    before.isOld = true
    release(before, current)
  }

  async function load(): Promise<void> {
    const manifest = readManifest(folder)
    if (manifest === null || manifest.version !== formatVersion) return replace(null)
    const segments = await openSegments(folder, manifest.segments, current?.segments ?? new Map())
    return replace({ segments, sequence: manifest.sequence, readers: 0, isOld: false })
  }

  /** Opens newly written segments. The previous segments answer until the new ones are open. */
  function refresh(): Promise<void> {
    const now = manifestStamp(folder)
    if (loading === null && now !== stamp) {
      stamp = now
      loading = load()
        // If a segment is missing, it was merged in the meantime, so the next manifest names another one.
        .catch(() => {
          stamp = ''
        })
        .finally(() => {
          loading = null
        })
    }
    return loading ?? Promise.resolve()
  }

  const watching = setInterval(() => void refresh(), watchMs).unref()

  return {
    refresh,
    sequence: () => current?.sequence ?? null,
    /** Null if there is no index. */
    async read<T>(work: (segments: readonly Segment[]) => Promise<T>): Promise<T | null> {
      const generation = current
      if (generation === null) return null
      generation.readers += 1
      try {
        return await work([...generation.segments.values()])
      } finally {
        generation.readers -= 1
        release(generation, current)
      }
    },
    close(): void {
      clearInterval(watching)
      replace(null)
    },
  }
}
