import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { ensureBrowser } from './ensure-browser.ts'
import {
  type FailedTest,
  failedInPlaywright,
  failedInVitest,
  type PlaywrightReport,
  type VitestReport,
} from './failed-tests.ts'
import { listSlowest, type TestTime, timesInPlaywright, timesInVitest } from './slowest-tests.ts'

type Counts = { passed: number; failed: number; skipped: number }

const reports = 'test-results/reports'
const failures: FailedTest[] = []
const times: TestTime[] = []

/** Runs a command with its output shown; resolves to whether it ended well. */
function run(
  command: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...environment } })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}

/** Runs a command beside others: its output is shown in one piece, under its name, when it has ended. */
async function runBeside(name: string, command: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
  const [output, errors, well] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  console.log(`\n== ${name}\n${output}${errors}`)
  if (!well) failures.push({ name, message: '' })
  return well
}

function readReport<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch {
    return null
  }
}

/** A runner that fails without a failed test (a crash, no report) counts as one failure. */
function withRunner(name: string, ended: boolean, counts: Counts | null): Counts {
  const known = counts ?? { passed: 0, failed: 0, skipped: 0 }
  if (ended || known.failed > 0) return known
  failures.push({ name, message: 'It ended without a failed test: see above.' })
  return { ...known, failed: 1 }
}

/** The checks, and the front end: tests of the built pages are skipped where nothing is built. */
async function checkAndBuild(): Promise<Counts> {
  const build = runBeside('front end', 'node', ['scripts/build-web.ts', '--if-stale'])
  const checks = ['format', 'types', 'promises', 'imports', 'unused'].map((check) =>
    runBeside(`check:${check}`, 'npm', ['run', '--silent', `check:${check}`]),
  )
  const passed = (await Promise.all(checks)).filter(Boolean).length
  return { passed, failed: checks.length - passed + ((await build) ? 0 : 1), skipped: 0 }
}

async function runVitest(): Promise<Counts> {
  console.log('\n== unit and API tests')
  const path = `${reports}/vitest.json`
  const ended = await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path}`,
  ])
  const report = readReport<VitestReport>(path)
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

async function runBrowserTests(): Promise<Counts> {
  console.log('\n== browser tests')
  const browser = ensureBrowser()
  if (browser === null) {
    console.log(
      'No Chromium here: install one (apt-get install chromium-headless-shell) or set CHROMIUM_PATH.',
    )
    return { passed: 0, failed: 1, skipped: 0 }
  }
  const path = `${reports}/playwright.json`
  const ended = await run('playwright', ['test', '--reporter=list,json'], {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: path,
  })
  const report = readReport<PlaywrightReport>(path)
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
const total: Counts = { passed: 0, failed: 0, skipped: 0 }
for (const part of [checkAndBuild, runVitest, runBrowserTests]) {
  const counts = await part()
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped += counts.skipped
}
console.log(`\n== the slowest tests\n${listSlowest(times).join('\n')}`)
// Once more at the end: what failed thousands of lines ago is not found otherwise, least of all in a log cut short.
if (failures.length > 0) console.log('\n== what failed')
for (const { name, message } of failures) console.log(`\n${name}\n${message.replace(/^/gmu, '    ')}`)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
process.exitCode = total.failed === 0 ? 0 : 1
