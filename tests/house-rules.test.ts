import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const maxLines = 300
const vagueNames = 'utils helpers misc common lib manager service base types constants index'.split(' ')
const notWritten = /^(web\/dist|server\/database\/migrations|scoring\/model)\/|\.test\.tsx?$|\.d\.ts$/u

/**
 * A slice that cuts a text: its end is a large number, or a name that means a text length. Slices of lists
 * have other names and smaller numbers.
 */
const textCut =
  /\.(?:slice|substring|substr)\(0, (?:[3-9]\d|\d{3,}|\d{1,3}_[\d_]+|[\w.]*(?:[Cc]haracters|longest)[\w.]*)\)/u

async function sourcesOf(rooms: string): Promise<string[]> {
  const sources: string[] = []
  for await (const path of glob(`${rooms}/**/*.{ts,tsx,css,mjs}`, { cwd: root })) {
    if (!notWritten.test(path)) sources.push(path)
  }
  return sources.sort()
}

function countLines(path: string): number {
  return readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length
}

describe('the source files', () => {
  let product: string[]
  let all: string[]

  beforeAll(async () => {
    product = await sourcesOf('{scoring,contract,server,stand-ins,web}')
    all = await sourcesOf('{scoring,learning,contract,server,stand-ins,web,scripts,bench}')
  })

  test('are checked in every folder', () => {
    const rooms = new Set(all.map((path) => path.split('/')[0]))
    expect(rooms).toEqual(
      new Set(['scoring', 'learning', 'contract', 'server', 'stand-ins', 'web', 'scripts', 'bench']),
    )
  })

  test(`have at most ${maxLines} lines`, () => {
    const long = all.map((path) => [countLines(path), path] as const).filter(([lines]) => lines > maxLines)
    expect(long).toEqual([])
  })

  test('have unique names, except scripts and benchmarks, which are named after commands', () => {
    const byName = Map.groupBy(product, (path) => basename(path))
    expect([...byName.values()].filter((paths) => paths.length > 1)).toEqual([])
  })

  test('of tests write no files into `data/` of the checkout, where the product would find them', async () => {
    const named = /^(?:server\/config\/.*|tests\/harness\/(?:test-app|load-test-config))\.(?:test\.)?ts$/u
    const found: string[] = []
    for await (const path of glob(['{server,scripts}/**/*.test.ts', 'tests/**/*.ts'], { cwd: root })) {
      const text = readFileSync(join(root, path), 'utf8')
      if (/\bloadConfig\((?!.*DATA_DIR)/u.test(text) && !named.test(path)) found.push(path)
    }
    expect(found, 'use loadTestConfig').toEqual([])
  })

  test('have specific names', () => {
    const vague = all.filter((path) => vagueNames.includes(basename(path, extname(path))))
    expect(vague).toEqual([])
  })

  test('cut texts only with cutText, which does not split characters', () => {
    // Digests and ASCII names have only single-unit characters, and a text that is only tested may be split.
    const harmless = /digest\(|\.test\(|\.includes\(/u
    const cuts = product.flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .filter((line) => textCut.test(line) && !harmless.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
    expect(cuts).toEqual([])
  })
})

test('links to pages are made with pageUrl, whose addresses the compiler checks', async () => {
  // A feed and the page to unsubscribe belong to endpoints with a secret in the path.
  const ownLink = /new URL\([`'"]\/(?!feeds\/\$|unsubscribe\/\$)[^)]*publicUrl/u
  const sources = await sourcesOf('{server,scripts}')
  expect(sources.filter((path) => ownLink.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
})

test.each(['text.slice(0, 160)', 'a.substring(0, limits.quoteCharacters)', '.slice(0, longestName)'])(
  'a cut such as %s is detected',
  (cut) => {
    expect(cut).toMatch(textCut)
  },
)
