import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { figuresPage } from '../bench/figures-page.ts'
import { envExample, settingsPage } from '../scripts/config-docs.ts'

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const pages = globSync(['*.md', 'docs/**/*.md', 'learning/*.md'], { cwd: root }).sort()
const generated = ['docs/figures.md', 'docs/settings.md']
const mostWords = 12_000
const mostDecisionWords = 160

const countWords = (text: string) => text.split(/\s+/u).filter((word) => word !== '').length

/** The targets of links and images of a page, outside code. */
function linksOf(page: string): string[] {
  const prose = read(page).replaceAll(/```.*?```|`[^`]*`/gsu, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/gu)].map(([, target = '']) => target)
}

/** GitHub's anchors for the headings of a page. */
function anchorsOf(page: string): string[] {
  const headings = [...read(page).matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) => heading)
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function leadsNowhere(page: string, target: string): boolean {
  if (/^[a-z]+:/u.test(target)) return false
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(root, file))) return true
  return anchor !== undefined && !anchorsOf(file).includes(anchor)
}

/** The rows of tables that have another number of cells than the row above. A page shows no extra cells. */
function unevenRows(page: string): string[] {
  const lines = read(page)
    .replaceAll(/```.*?```/gsu, '')
    .split('\n')
  const cells = lines.map((line) => (line.startsWith('|') ? line.split(/(?<!\\)\|/u).length : undefined))
  return lines.filter((_, index) => {
    const [above, here] = [cells[index - 1], cells[index]]
    return above !== undefined && here !== undefined && above !== here
  })
}

describe('generated pages', () => {
  test('.env.example lists every variable that the product reads', () => {
    expect(read('.env.example')).toBe(envExample())
  })

  test('the settings page lists every variable that the product reads', () => {
    expect(read('docs/settings.md')).toBe(settingsPage())
  })

  test('the page of figures shows the measurements of the benchmarks and the evaluation', () => {
    expect(read('docs/figures.md')).toBe(figuresPage())
  })
})

describe('pages written by hand', () => {
  test('link to pages, headings and pictures that exist', () => {
    const broken = pages.flatMap((page) =>
      linksOf(page)
        .filter((target) => leadsNowhere(page, target))
        .map((target) => `${page}: ${target}`),
    )
    expect(broken).toEqual([])
  })

  test('show every cell of their tables', () => {
    expect(pages.flatMap((page) => unevenRows(page).map((row) => `${page}: ${row}`))).toEqual([])
  })

  test(`have at most ${mostWords} words, not counting pages of sources`, () => {
    const counted = pages.filter(
      (page) => page.startsWith('docs/') && !page.startsWith('docs/sources/') && !generated.includes(page),
    )
    const words = counted.reduce((sum, page) => sum + countWords(read(page)), 0)
    expect(words).toBeGreaterThan(0)
    expect(words).toBeLessThanOrEqual(mostWords)
  })
})

describe('decisions', () => {
  const decisions = pages.filter((page) => page.startsWith('docs/decisions/'))

  test('have a number, a date and a status', () => {
    const wrong = decisions.filter((page) => {
      const [title = '', blank, status = ''] = read(page).split('\n')
      const number = Number(page.slice('docs/decisions/'.length).split('-')[0])
      return (
        !title.startsWith(`# ${number}. `) ||
        blank !== '' ||
        !/^\d{4}-\d\d-\d\d, (?:accepted|superseded by \[\d+\]\(\S+\))[.;]/u.test(status)
      )
    })
    expect(wrong).toEqual([])
  })

  test(`have at most ${mostDecisionWords} words`, () => {
    const long = decisions.map((page) => [countWords(read(page)), page] as const)
    expect(long.filter(([words]) => words > mostDecisionWords)).toEqual([])
  })
})

describe('pictures', () => {
  const folder = join(root, 'docs/pictures')
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))

  test('show the current version (npm run pictures renews them)', () => {
    const { appVersion, scorerVersion } = manifest
    const { version } = JSON.parse(read('package.json'))
    expect({ appVersion, scorerVersion }).toEqual({
      appVersion: version,
      scorerVersion: shippedScorer().version,
    })
  })

  test('are unchanged since the command saved them, and each is shown on a page', () => {
    const files = readdirSync(folder).filter((file) => file !== 'manifest.json')
    const taken = files.map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex'),
    ])
    expect(Object.fromEntries(taken)).toEqual(manifest.sha256)
    const shown = new Set(pages.flatMap((page) => linksOf(page).map((target) => join(dirname(page), target))))
    expect(files.filter((file) => !shown.has(join('docs/pictures', file)))).toEqual([])
  })
})
