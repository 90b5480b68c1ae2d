import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { ensureBrowser } from './ensure-browser.ts'
import {
  type FailedTest,
  failedInPlaywright,
  failedInVitest,
  type PlaywrightReport,
  type VitestReport,
} from './failed-tests.ts'

type Counts = { passed: number; failed: number; skipped: number }

const reports = 'test-results/reports'
const failures: FailedTest[] = []

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

function readReport<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch {
    return null
  }
}

/** A runner that fails without a failed test (a crash, no report) counts as one failure. */
function withRunner(ended: boolean, counts: Counts | null): Counts {
  const known = counts ?? { passed: 0, failed: 0, skipped: 0 }
  return ended || known.failed > 0 ? known : { ...known, failed: 1 }
}

async function runChecks(): Promise<Counts> {
  const checks = ['format', 'types', 'promises', 'imports', 'unused']
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const check of checks) {
    console.log(`\n== check:${check}`)
    const ended = await run('npm', ['run', '--silent', `check:${check}`])
    counts[ended ? 'passed' : 'failed'] += 1
    if (!ended) failures.push({ name: `check:${check}`, message: '' })
  }
  return counts
}

/** Before the tests: those of the built pages are skipped where nothing is built. */
async function buildFrontEnd(): Promise<Counts> {
  console.log('\n== front end')
  const built = await run('node', ['scripts/build-web.ts', '--if-stale'])
  return { passed: 0, failed: built ? 0 : 1, skipped: 0 }
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
  if (report) failures.push(...failedInVitest(report, process.cwd()))
  const counts = report && {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
  }
  return withRunner(ended, counts)
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
  if (report) failures.push(...failedInPlaywright(report))
  const counts = report && {
    passed: report.stats.expected,
    failed: report.stats.unexpected + report.stats.flaky,
    skipped: report.stats.skipped,
  }
  return withRunner(ended, counts)
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const total: Counts = { passed: 0, failed: 0, skipped: 0 }
for (const part of [runChecks, buildFrontEnd, runVitest, runBrowserTests]) {
  const counts = await part()
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped += counts.skipped
}
// Once more at the end: what failed thousands of lines ago is not found otherwise, least of all in a log cut short.
if (failures.length > 0) console.log('\n== what failed')
for (const { name, message } of failures) console.log(`\n${name}\n${message.replace(/^/gmu, '    ')}`)
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
process.exitCode = total.failed === 0 ? 0 : 1
