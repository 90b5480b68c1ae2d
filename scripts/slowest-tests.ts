import type { PlaywrightReport, PlaywrightSuite, VitestReport } from './failed-tests.ts'

/** A test and how long it ran, with the making ready that its runner counts in. */
export type TestTime = { name: string; ms: number }

const most = 20

/** How long each test of a Vitest report ran; one that was skipped has no time. */
export function timesInVitest(report: VitestReport, root: string): TestTime[] {
  return report.testResults.flatMap((file) =>
    file.assertionResults.flatMap(({ fullName, duration }) =>
      typeof duration === 'number'
        ? [{ name: `${file.name.replace(`${root}/`, '')} › ${fullName}`, ms: duration }]
        : [],
    ),
  )
}

function timesInSuite(suite: PlaywrightSuite): TestTime[] {
  const own = suite.specs.map((spec) => ({
    name: `${spec.file}:${spec.line} › ${spec.title}`,
    ms: spec.tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  }))
  return [...own, ...(suite.suites ?? []).flatMap(timesInSuite)]
}

/** How long each journey of a Playwright report ran, all its tries together. */
export function timesInPlaywright(report: PlaywrightReport): TestTime[] {
  return report.suites.flatMap(timesInSuite)
}

/** The slowest tests as lines, the slowest first. */
export function listSlowest(times: readonly TestTime[]): string[] {
  const slowest = times.toSorted((one, other) => other.ms - one.ms).slice(0, most)
  return slowest.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`)
}
