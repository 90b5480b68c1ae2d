import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockedAt, makeSbom } from './write-sbom.ts'

let root: string
const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'unmet-released-'))
  const lock = { name: 'unmet', version: '0.1.0', lockfileVersion: 3 }
  const files = {
    'package.json': { name: 'unmet', version: '0.1.0' },
    'package-lock.json': { ...lock, packages: { '': { name: 'unmet', version: '0.1.0' } } },
  }
  for (const [name, value] of Object.entries(files))
    await writeFile(join(root, name), `${JSON.stringify(value, null, 2)}\n`)
  await writeFile(join(root, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n- A thing.\n')
  await writeFile(join(root, '.gitignore'), '/release/\n')
  git('init', '--quiet', '--initial-branch', 'main')
  git('config', 'user.name', 'Ann')
  git('config', 'user.email', 'ann@example.test')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Begin')
})
afterEach(() => rm(root, { recursive: true }))

/** Runs the command in the repository of the test. */
function release(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const script = join(import.meta.dirname, 'release.ts')
  return new Promise((done) => {
    execFile(process.execPath, [script, ...words], { cwd: root }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

test('a release is a commit, a tag and files with their checksums', { timeout: 60_000 }, async () => {
  expect(await release('1.0.0')).toMatchObject({ code: 0, stderr: '' })
  expect(git('log', '-1', '--format=%s')).toBe('Release 1.0.0')
  expect(git('rev-parse', 'v1.0.0^{}')).toBe(git('rev-parse', 'HEAD'))
  expect(JSON.parse(git('show', 'HEAD:package-lock.json')).packages[''].version).toBe('1.0.0')
  expect(git('show', 'HEAD:CHANGELOG.md')).toMatch(
    /## Unreleased\n\n## 1\.0\.0 - \d{4}-\d\d-\d\d\n\n- A thing\.$/u,
  )
  expect(git('status', '--porcelain')).toBe('')
  const folder = join(root, 'release/1.0.0')
  const sums = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trim().split('\n')
  expect(sums.map((line) => line.split('  ')[1])).toEqual(['unmet-1.0.0.cdx.json', 'unmet-1.0.0.tar.gz'])
  for (const line of sums) {
    const [hash, name = ''] = line.split('  ')
    expect(
      createHash('sha256')
        .update(await readFile(join(folder, name)))
        .digest('hex'),
    ).toBe(hash)
  }
})

test('a try makes everything elsewhere, and a repository with changes is refused', {
  timeout: 60_000,
}, async () => {
  const before = git('rev-parse', 'HEAD')
  const tried = await release('1.0.0', '--dry-run')
  expect(tried).toMatchObject({ code: 0, stderr: '' })
  expect(tried.stdout).toContain('gpg --armor --detach-sign')
  expect([git('rev-parse', 'HEAD'), git('tag', '--list'), git('status', '--porcelain')]).toEqual([
    before,
    '',
    '',
  ])
  await writeFile(join(root, 'new.txt'), '')
  const refused = await release('1.0.0')
  expect(refused).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'There are uncommitted changes; commit or remove them first: new.txt.\n',
  })
  expect(git('rev-parse', 'HEAD')).toBe(before)
})

test('the SBOM has what the server needs and what is bundled, and nothing else', () => {
  const plain = { version: '1.0.0', license: 'MIT' }
  const packages = {
    '': { ...plain, license: 'AGPL-3.0-only' },
    'node_modules/pg': { ...plain, dependencies: { shared: '1', inner: '1' } },
    'node_modules/pg/node_modules/inner': plain,
    'node_modules/inner': { ...plain, version: '2.0.0', dev: true },
    'node_modules/shared': plain,
    'node_modules/@scope/react': { ...plain, dev: true, integrity: 'sha512-AAAA' },
    'node_modules/vite': { ...plain, dev: true },
  }
  const bundled = [lockedAt('/work/node_modules/@scope/react/index.js') ?? '']
  const sbom = makeSbom({ name: 'unmet', version: '1.0.0', packages }, bundled, new Date(0))
  const refs = sbom.components.map((one) => one['bom-ref'])
  expect(refs).toEqual(['pg@1.0.0', 'inner@1.0.0', 'shared@1.0.0', '@scope/react@1.0.0'])
  expect(sbom.components.at(-1)?.purl).toBe('pkg:npm/%40scope/react@1.0.0')
  expect(sbom.dependencies.find(({ ref }) => ref === 'pg@1.0.0')?.dependsOn).toEqual([
    'shared@1.0.0',
    'inner@1.0.0',
  ])
})
