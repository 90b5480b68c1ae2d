import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { dateChangelog, findObstacles } from './release-rules.ts'
import { writeSbom } from './write-sbom.ts'

const help = `Makes a release of the current main: sets the version, dates the changelog, commits and tags, and writes the
source archive, the SBOM and their checksums to release/VERSION. Nothing is pushed.

  npm run release -- 1.0.0 --dry-run   tries everything in a copy and leaves this folder as it is
  npm run release -- 1.0.0
  --images   builds the container images too (needs buildah; see deploy/image/build.sh)

Exit code: 0 done, 1 it cannot be released or a step failed, 2 wrong options.`

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Runs a program in a folder, and returns its output. */
function run(
  cwd: string,
  [program = '', ...words]: readonly string[],
  env: Record<string, string> = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, ...env },
  })
  if (status === 0) return stdout.trim()
  throw new Error(
    `${[program, ...words].join(' ')} failed: ${error?.message ?? (stderr.trim() || stdout.trim())}`,
  )
}

const git = (root: string, ...words: string[]) => run(root, ['git', ...words])
const lines = (text: string) => text.split('\n').filter((line) => line !== '')

function readState(root: string, version: string) {
  const { version: current } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  return {
    version,
    current,
    changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
    changedFiles: lines(git(root, 'status', '--porcelain')).map((line) => line.replace(/^\s*\S+\s+/u, '')),
    tags: lines(git(root, 'tag', '--list')),
    branch: git(root, 'branch', '--show-current'),
  }
}

function tellObstacles(root: string, version: string): boolean {
  const obstacles = findObstacles(readState(root, version))
  for (const obstacle of obstacles) process.stderr.write(`${obstacle}\n`)
  return obstacles.length > 0
}

/** Writes the version into the files. If a step fails, the files are restored. */
function setVersion(root: string, version: string): void {
  const file = join(root, 'CHANGELOG.md')
  const day = new Date().toISOString().slice(0, 10)
  writeFileSync(file, dateChangelog(readFileSync(file, 'utf8'), version, day))
  run(root, ['npm', 'version', version, '--no-git-tag-version', '--ignore-scripts', '--loglevel', 'error'])
  // The pictures in the docs record the version that they show.
  if (existsSync(join(root, 'docs/pictures'))) run(root, ['npm', 'run', 'pictures'])
}

/** Commits and tags the version. Returns the time of the commit. */
function commitVersion(root: string, version: string): Date {
  try {
    setVersion(root, version)
  } catch (error) {
    git(root, 'checkout', '--quiet', '--', '.')
    throw error
  }
  git(root, 'commit', '--quiet', '--all', '--message', `Release ${version}`)
  git(root, 'tag', '--annotate', `v${version}`, '--message', `Unmet ${version}`)
  return new Date(Number(git(root, 'log', '-1', '--format=%ct')) * 1000)
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Writes each image and its build log. Also starts the image for this machine's architecture. */
function writeImages(root: string, folder: string, version: string): void {
  const here = process.arch === 'arm64' ? 'arm64' : 'amd64'
  for (const arch of ['amd64', 'arm64']) {
    const log = [run(root, ['bash', 'deploy/image/build.sh', arch, 'unmet'])]
    if (arch === here) log.push(run(root, ['bash', 'deploy/image/try.sh', `unmet:${arch}`]))
    writeFileSync(join(folder, `unmet-${version}-${arch}.log`), `${log.join('\n')}\n`)
    const archive = join(folder, `unmet-${version}-${arch}.tar`)
    run(root, ['buildah', 'push', `unmet:${arch}`, `docker-archive:${archive}:unmet:${version}`])
    run(root, ['gzip', '--no-name', archive])
  }
}

/** Writes the files that are published. The same commit results in the same source archive and SBOM. */
async function writeFiles(root: string, folder: string, { version, madeAt, images }: Made): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const source = join(folder, `unmet-${version}.tar.gz`)
  const prefix = `unmet-${version}`
  const words = [
    '-c',
    'tar.tar.gz.command=gzip --no-name',
    'archive',
    `--prefix=${prefix}/`,
    `--output=${source}`,
  ]
  git(root, ...words, `v${version}`)
  const components = await writeSbom(root, join(folder, `unmet-${version}.cdx.json`), madeAt)
  if (images) writeImages(root, folder, version)
  const names = readdirSync(folder).filter((name) => !name.startsWith('SHA256SUMS'))
  const sums = await Promise.all(names.map(async (name) => `${await hashOf(join(folder, name))}  ${name}\n`))
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  say(`Wrote ${[...names, 'SHA256SUMS'].join(', ')} to ${folder}; the SBOM has ${components} components.`)
}

type Made = { version: string; madeAt: Date; images: boolean }

const nextSteps = (version: string, folder: string) => `
Whoever holds the key signs:
  git tag --sign --force v${version} v${version}^{} --message "Unmet ${version}"
  gpg --armor --detach-sign ${join(folder, 'SHA256SUMS')}
Then publish:
  git push origin main v${version}
People check a download with:
  gpg --verify SHA256SUMS.asc && sha256sum --check --ignore-missing SHA256SUMS`

async function release(root: string, version: string, images: boolean): Promise<number> {
  if (tellObstacles(root, version)) return 1
  const madeAt = commitVersion(root, version)
  const folder = join(root, 'release', version)
  await writeFiles(root, folder, { version, madeAt, images })
  say(nextSteps(version, folder))
  return 0
}

/**
 * Makes the release in a clone, which is then deleted. Throws if there are uncommitted changes, as a real
 * release does.
 */
async function tryRelease(root: string, version: string, images: boolean): Promise<number> {
  if (tellObstacles(root, version)) return 1
  const copy = mkdtempSync(join(tmpdir(), 'unmet-release-'))
  try {
    git(root, 'clone', '--quiet', '--branch', 'main', root, copy)
    for (const key of ['user.name', 'user.email']) git(copy, 'config', key, git(root, 'config', key))
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    writeFileSync(join(copy, '.git/info/exclude'), 'node_modules\n')
    const code = await release(copy, version, images)
    say('\nThis was a dry run: nothing was changed here, and its files are removed.')
    return code
  } finally {
    rmSync(copy, { recursive: true })
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean' }, 'dry-run': { type: 'boolean' }, images: { type: 'boolean' } },
  })
  const [version, ...others] = positionals
  if (values.help === true || version === undefined || others.length > 0) {
    say(help)
    return values.help === true ? 0 : 2
  }
  const work = values['dry-run'] === true ? tryRelease : release
  return work(resolve('.'), version, values.images === true)
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
