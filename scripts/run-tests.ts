import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { chromium } from '@playwright/test'
import type { JSONReport } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'
import { findBrowser } from '#tests/harness/find-browser.ts'
import {
  type FailedTest,
  failedInPlaywright,
  failedInVitest,
  listSlowest,
  type TestTime,
  timesInPlaywright,
  timesInVitest,
} from './test-reports.ts'

/** The Chromium for the tests, or null if none is installed. */
function installedBrowser(): string | null {
  const path = findBrowser().executablePath ?? chromium.executablePath()
  return existsSync(path) ? path : null
}

const asRoot = process.getuid?.() === 0
const installers: [command: string, args: string[], usable: boolean][] = [
  ['npx', ['playwright', 'install', 'chromium'], true],
  ['apt-get', ['update'], asRoot],
  ['apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'], asRoot],
]

/** Finds a Chromium or installs one: Playwright's own build or, as root, Debian's package. */
function ensureBrowser(): string | null {
  for (const [command, args, usable] of installers) {
    const found = installedBrowser()
    if (found !== null) return found
    if (usable) spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], timeout: 300_000 })
  }
  return installedBrowser()
}

type Counts = { passed: number; failed: number; skipped: number }

const reports = 'test-results/reports'
const failures: FailedTest[] = []
const times: TestTime[] = []

type Step = { command: string; args: readonly string[]; environment?: Record<string, string> }

const endedWell = (child: ChildProcess) =>
  new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })

/** Runs a command and shows its output. Resolves to whether the command succeeded. */
function run({ command, args, environment = {} }: Step): Promise<boolean> {
  return endedWell(spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...environment } }))
}

/**
 * Runs a command at the same time as others. When the command ends, shows its output as one block. Resolves
 * to whether the command succeeded.
 */
async function runBeside(
  name: string,
  { command, args, environment = {} }: Step,
): Promise<{ well: boolean; said: string }> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  })
  const [output, errors, well] = await Promise.all([text(child.stdout), text(child.stderr), endedWell(child)])
  const said = `${output}${errors}`
  console.log(`\n== ${name}\n${said}`)
  return { well, said }
}

function readReport<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch {
    return null
  }
}

/**
 * A runner that fails without a failed test (because it crashed or wrote no report) counts as one failure.
 */
function withRunner(name: string, ended: boolean, counts: Counts | null): Counts {
  const known = counts ?? { passed: 0, failed: 0, skipped: 0 }
  if (ended || known.failed > 0) return known
  failures.push({ name, message: 'It ended without a failed test: see above.' })
  return { ...known, failed: 1 }
}

async function runStep(name: string, step: Step): Promise<Counts> {
  const { well, said } = await runBeside(name, step)
  if (!well) failures.push({ name, message: said.slice(-4000) })
  return { passed: well ? 1 : 0, failed: well ? 0 : 1, skipped: 0 }
}

/**
 * Limits type checks, which run in Go, to one thread: each further thread checks many of the same types
 * again, and the tests use the other cores. Garbage collection runs less often.
 */
const oneThread = { GOMAXPROCS: '1', GOGC: '400' }

/** Runs the checks one after another, because concurrent tests leave less than one core idle. */
async function runChecks(): Promise<Counts[]> {
  const counts: Counts[] = []
  for (const check of ['format', 'types', 'promises', 'imports', 'unused', 'patterns']) {
    const name = `check:${check}`
    const args = ['run', '--silent', name]
    counts.push(await runStep(name, { command: 'npm', args, environment: oneThread }))
  }
  return counts
}

async function runVitest(): Promise<Counts> {
  console.log('\n== unit and API tests')
  const path = `${reports}/vitest.json`
  const ended = await run({
    command: 'vitest',
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${path}`],
  })
  const report = readReport<JsonTestResults>(path)
  if (report) {
    failures.push(...failedInVitest(report, process.cwd()))
    times.push(...timesInVitest(report, process.cwd()))
  }
  const counts = report && {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
  }
  return withRunner('unit and API tests', ended, counts)
}

async function runBrowserTests(browser: string | null): Promise<Counts> {
  console.log('\n== browser tests')
  if (browser === null) {
    const message =
      'No Chromium here: install one (apt-get install chromium-headless-shell) or set CHROMIUM_PATH.'
    failures.push({ name: 'browser tests', message })
    return { passed: 0, failed: 1, skipped: 0 }
  }
  const path = `${reports}/playwright.json`
  const ended = await run({
    command: 'playwright',
    args: ['test', '--reporter=list,json'],
    environment: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: path },
  })
  const report = readReport<JSONReport>(path)
  if (report) {
    failures.push(...failedInPlaywright(report))
    times.push(...timesInPlaywright(report))
  }
  const counts = report && {
    passed: report.stats.expected,
    failed: report.stats.unexpected + report.stats.flaky,
    skipped: report.stats.skipped,
  }
  return withRunner('browser tests', ended, counts)
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
// Built first, because tests of built pages are skipped if there is no build.
const build = await runStep('front end', { command: 'node', args: ['scripts/build-web.ts', '--if-stale'] })
const browser = ensureBrowser()
// The checks use cores that are idle while tests wait for a server or a lock. Browser tests leave almost no
// idle cores.
const [checks, unit] = await Promise.all([runChecks(), runVitest()])
const journeys = await runBrowserTests(browser)
const all = [build, ...checks, unit, journeys]
const total = (what: keyof Counts) => all.reduce((sum, counts) => sum + counts[what], 0)
console.log(`\n== the slowest tests\n${listSlowest(times).join('\n')}`)
// Failures are repeated at the end, because they are hard to find thousands of lines earlier, especially in a
// truncated log.
if (failures.length > 0) console.log('\n== what failed')
for (const { name, message } of failures) console.log(`\n${name}\n${message.replace(/^/gmu, '    ')}`)
const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : ''
console.log(`\n${total('passed')} passed, ${total('failed')} failed${skipped}`)
process.exitCode = total('failed') === 0 ? 0 : 1
