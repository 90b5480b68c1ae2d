import type { JSONReport } from '@playwright/test/reporter'
import { expect, test } from 'vitest'
import type { JsonTestResults } from 'vitest/node'
import { listSlowest, timesInPlaywright, timesInVitest } from './test-reports.ts'

const assertion = (fullName: string, duration: number | null) => ({
  status: 'passed',
  fullName,
  failureMessages: null,
  duration,
})

test('the slowest of both runners come first, and twenty of them', () => {
  const vitest = {
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 1,
    testResults: [
      {
        name: '/root/a/slow.test.ts',
        status: 'passed',
        message: '',
        assertionResults: [assertion('waits', 2500), assertion('is skipped', null), assertion('runs', 10)],
      },
    ],
  }
  const spec = (title: string, durations: number[]) => ({
    title,
    file: 'billing.spec.ts',
    line: 7,
    tests: [{ status: 'expected', results: durations.map((duration) => ({ duration, errors: [] })) }],
  })
  const playwright = {
    stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0 },
    errors: [],
    suites: [
      {
        title: 'billing.spec.ts',
        specs: [spec('pays', [4000, 8100])],
        suites: [{ title: 'Pro', specs: [spec('ends', [300])] }],
      },
    ],
  }
  const times = [
    ...timesInVitest(vitest as unknown as JsonTestResults, '/root'),
    ...timesInPlaywright(playwright as unknown as JSONReport),
  ]
  expect(listSlowest(times)).toEqual([
    '  12.1 s  billing.spec.ts:7 › pays',
    '   2.5 s  a/slow.test.ts › waits',
    '   0.3 s  billing.spec.ts:7 › ends',
    '   0.0 s  a/slow.test.ts › runs',
  ])
  expect(listSlowest(Array.from({ length: 30 }, (_, ms) => ({ name: 'one', ms })))).toHaveLength(20)
})
