import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'

export type FailedTest = { name: string; message: string }

/** A test and its duration as reported by the runner, which may include setup. */
export type TestTime = { name: string; ms: number }

const mostSlow = 20
// Often only the end of a log is read, so each of many failures gets only a few lines.
const linesOfMessage = 12
const charactersOfLine = 300

function shortened(message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const kept = lines.slice(0, linesOfMessage).map((line) => line.slice(0, charactersOfLine))
  return lines.length > kept.length ? [...kept, '…'].join('\n') : kept.join('\n')
}

/** The failed tests in a report of Vitest. A file that could not run counts as one failed test. */
export function failedInVitest(report: JsonTestResults, root: string): FailedTest[] {
  return report.testResults.flatMap((file) => {
    const path = file.name.replace(`${root}/`, '')
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

/** The duration of each test in a report of Vitest. Skipped tests are left out. */
export function timesInVitest(report: JsonTestResults, root: string): TestTime[] {
  return report.testResults.flatMap((file) =>
    file.assertionResults.flatMap(({ fullName, duration }) =>
      typeof duration === 'number'
        ? [{ name: `${file.name.replace(`${root}/`, '')} › ${fullName}`, ms: duration }]
        : [],
    ),
  )
}

function specsOf({ specs, suites = [] }: JSONReportSuite): JSONReportSpec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

const nameOf = ({ file, line, title }: JSONReportSpec) => `${file}:${line} › ${title}`

/** The failed and flaky tests in a report of Playwright, and failures outside of tests. */
export function failedInPlaywright(report: JSONReport): FailedTest[] {
  const inside = report.suites.flatMap(specsOf).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map(({ results }) => {
        const messages = results.flatMap(({ errors }) => errors.map(({ message }) => message ?? ''))
        return { name: nameOf(spec), message: shortened(messages.join('\n')) }
      }),
  )
  const outside = report.errors.map(({ message = '' }) => ({
    name: 'browser tests',
    message: shortened(message),
  }))
  return [...inside, ...outside]
}

/** The duration of each test in a report of Playwright, with its retries. */
export function timesInPlaywright(report: JSONReport): TestTime[] {
  return report.suites.flatMap(specsOf).map((spec) => ({
    name: nameOf(spec),
    ms: spec.tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  }))
}

export function listSlowest(times: readonly TestTime[]): string[] {
  const slowest = times.toSorted((one, other) => other.ms - one.ms).slice(0, mostSlow)
  return slowest.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`)
}
