import { glob, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/**
 * The adapters count as one folder. Files directly in `server/` may be imported by all, and the wiring
 * imports everything.
 */
function folderOf(path: string): string | null {
  const folder = dirname(path)
  if (folder === 'server' || folder === 'server/wiring') return null
  return folder.startsWith('server/adapters/') ? 'server/adapters' : folder
}

async function readFolders(): Promise<Map<string, Set<string>>> {
  const folders = new Map<string, Set<string>>()
  for await (const path of glob('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })) {
    const folder = folderOf(path)
    if (folder === null) continue
    const imported = folders.get(folder) ?? new Set()
    folders.set(folder, imported)
    for (const [, from = ''] of (await readFile(join(root, path), 'utf8')).matchAll(
      /from '((?:#server|\.)[^']+)'/gu,
    )) {
      const target = from.startsWith('#server/') ? from.slice(1) : join(dirname(path), from)
      const other = target.startsWith('server/') ? folderOf(target) : null
      if (other !== null && other !== folder) imported.add(other)
    }
  }
  return folders
}

const folders = await readFolders()

/** The folders on the longest import path that starts at this folder. Throws if there is a cycle. */
function longestWay(folder: string, above: readonly string[] = []): number {
  const way = [...above, folder]
  if (above.includes(folder)) throw new Error(`A circle: ${way.join(' > ')}`)
  return 1 + Math.max(0, ...[...(folders.get(folder) ?? [])].map((next) => longestWay(next, way)))
}

test('folders of the server import each other without cycles, and over short paths', () => {
  const pairs = [...folders].flatMap(([from, to]) => [...to].map((one) => `${from} > ${one}`))
  // With the wiring, there are 27 folders.
  expect([...folders.keys()].length, [...folders.keys()].join('\n')).toBeLessThanOrEqual(26)
  expect(pairs.length, pairs.join('\n')).toBeLessThanOrEqual(45)
  expect(Math.max(...[...folders.keys()].map((folder) => longestWay(folder)))).toBeLessThanOrEqual(5)
})

test('few files are directly in `server/`', async () => {
  const loose = (await readdir(join(root, 'server'))).filter((name) => name.endsWith('.ts'))
  expect(loose.length, loose.join('\n')).toBeLessThanOrEqual(8)
})
