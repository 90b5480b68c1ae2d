import { stripVTControlCharacters } from 'node:util'

/** A test that failed: where it stands and what it said. */
export type FailedTest = { name: string; message: string }

/** What `vitest --reporter=json` writes, as far as it is read here. */
export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: readonly {
    name: string
    status: string
    message: string
    assertionResults: readonly {
      status: string
      fullName: string
      failureMessages: readonly string[] | null
      /** In milliseconds. */
      duration?: number | null
    }[]
  }[]
}

export type PlaywrightSuite = {
  title: string
  suites?: readonly PlaywrightSuite[]
  specs: readonly {
    title: string
    file: string
    line: number
    tests: readonly {
      status: string
      /** `duration` in milliseconds. */
      results: readonly { duration: number; errors: readonly { message?: string }[] }[]
    }[]
  }[]
}

/** What `playwright test --reporter=json` writes, as far as it is read here. */
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: readonly PlaywrightSuite[]
  errors: readonly { message?: string }[]
}

// A log is often read by its end only: few lines of many failures say more than many lines of one.
const linesOfMessage = 12
const charactersOfLine = 300

function shortened(message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const kept = lines.slice(0, linesOfMessage).map((line) => line.slice(0, charactersOfLine))
  return lines.length > kept.length ? [...kept, '…'].join('\n') : kept.join('\n')
}

/** The failed tests of a Vitest report; a file that could not be run counts as one. */
export function failedInVitest(report: VitestReport, root: string): FailedTest[] {
  return report.testResults.flatMap((file) => {
    const path = file.name.startsWith(`${root}/`) ? file.name.slice(root.length + 1) : file.name
    const failed = file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({
        name: `${path} › ${test.fullName}`,
        message: shortened((test.failureMessages ?? []).join('\n')),
      }))
    return file.status === 'failed' && failed.length === 0
      ? [{ name: path, message: shortened(file.message) }]
      : failed
  })
}

function failedInSuite(suite: PlaywrightSuite): FailedTest[] {
  const own = suite.specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((test) => ({
        name: `${spec.file}:${spec.line} › ${spec.title}`,
        message: shortened(
          test.results.flatMap((result) => result.errors.map((error) => error.message ?? '')).join('\n'),
        ),
      })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(failedInSuite)]
}

/** The failed and the flaky journeys of a Playwright report, and what failed outside of any. */
export function failedInPlaywright(report: PlaywrightReport): FailedTest[] {
  const outside = report.errors.map((error) => ({
    name: 'browser tests',
    message: shortened(error.message ?? ''),
  }))
  return [...report.suites.flatMap(failedInSuite), ...outside]
}
