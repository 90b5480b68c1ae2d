import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)

/** A forbidden import for each rule, as a file of a small test project. */
const planted: Record<string, [path: string, source: string][]> = {
  'scoring-is-pure': [
    ['scoring/clock.ts', "import { hrtime } from 'node:process'\nexport const now = hrtime"],
  ],
  'learning-makes-models': [['learning/served.ts', "export { app } from '../server/app.ts'"]],
  'learning-is-not-served': [['server/taught.ts', "export { fit } from '../learning/fit.ts'"]],
  'contract-imports-zod-only': [['contract/limit.ts', "export { scored } from '../scoring/scored.ts'"]],
  'web-stays-in-the-browser': [['web/peek.ts', "export { app } from '../server/app.ts'"]],
  'web-has-no-node': [['web/files.ts', "export { readFile } from 'node:fs'"]],
  'web-ui-is-markup': [['web/ui/fetching.ts', "export { client } from '../api-client.ts'"]],
  'results-know-no-pages-above': [
    ['web/features/results/eager.ts', "export { form } from '../search/form.ts'"],
  ],
  'pro-knows-no-search': [['web/features/pro/eager.ts', "export { form } from '../search/form.ts'"]],
  'search-knows-no-landing': [
    ['web/features/search/eager.ts', "export { start } from '../landing/start.ts'"],
  ],
  'features-do-not-import-each-other': [
    ['server/features/search/nosy.ts', "export { bill } from '../billing/bill.ts'"],
  ],
  'rules-decide-purely': [['server/features/search/bad-rules.ts', "export { read } from './some-store.ts'"]],
  'routes-call-use-cases': [
    ['server/features/search/bad-routes.ts', "export { read } from './some-store.ts'"],
  ],
  'use-cases-know-no-http': [
    ['server/features/search/bad-case.ts', "export { app } from '../../doors/web/app.ts'"],
  ],
  'sql-lives-in-stores': [['server/features/search/sneaky.ts', "export { sql } from 'drizzle-orm'"]],
  'drizzle-is-loaded-in-one-place': [
    ['server/features/search/slow-store.ts', "export { sql } from 'drizzle-orm'"],
  ],
  'stores-only-talk-to-the-database': [
    ['server/features/search/webby-store.ts', "export { app } from '../../doors/web/app.ts'"],
  ],
  'stores-call-no-use-case': [['server/features/search/eager-store.ts', "export { find } from './find.ts'"]],
  'adapters-know-no-feature': [
    ['server/adapters/mail.ts', "export { bill } from '../features/billing/bill.ts'"],
  ],
  'stand-ins-stand-alone': [['stand-ins/shop.ts', "export { app } from '../server/app.ts'"]],
  'stand-ins-load-on-demand': [['server/eager.ts', "export { mail } from '../stand-ins/mail.ts'"]],
  'jobs-call-use-cases': [['server/jobs/job.ts', "export { read } from '../features/search/some-store.ts'"]],
  'nobody-imports-the-wiring': [
    ['server/features/search/loop.ts', "export { wired } from '../../wiring/wired.ts'"],
  ],
  'matching-names-no-table': [
    ['server/matching/greedy.ts', "export { bill } from '../features/billing/bill.ts'"],
  ],
  'doors-know-no-feature': [
    ['server/doors/web/nosy.ts', "export { bill } from '../../features/billing/bill.ts'"],
  ],
  'operations-know-no-feature': [
    ['server/operations/nosy.ts', "export { bill } from '../features/billing/bill.ts'"],
  ],
  'config-reads-the-environment': [['server/config/eager.ts', "export { app } from '../app.ts'"]],
  'no-tests-in-production': [['server/tested.ts', "export { made } from '../tests/made.ts'"]],
  'no-dev-dependencies-on-the-server': [['server/dev.ts', "export { describe } from 'vitest'"]],
  'no-cycles': [
    ['server/one.ts', "export { two } from './two.ts'\nexport const one = 1"],
    ['server/two.ts', "export { one } from './one.ts'\nexport const two = 2"],
  ],
  'no-orphans': [['server/alone.ts', 'export const alone = 1']],
  unresolvable: [['server/lost.ts', "export { gone } from './gone.ts'"]],
}

const innocent: [path: string, source: string][] = [
  ['scoring/scored.ts', 'export const scored = 1'],
  ['learning/fit.ts', "import { scored } from '../scoring/scored.ts'\nexport const fit = scored"],
  ['server/app.ts', 'export const app = 1'],
  ['server/doors/web/app.ts', 'export const app = 1'],
  ['server/wiring/wired.ts', "export { app } from '../app.ts'\nexport const wired = 1"],
  ['web/api-client.ts', 'export const client = 1'],
  ['server/features/billing/bill.ts', 'export const bill = 1'],
  ['server/features/search/find.ts', 'export type Found = number\nexport const find = 1'],
  ['server/features/search/page-rules.ts', 'export const page = 1'],
  [
    'server/features/search/some-store.ts',
    "import type { Found } from './find.ts'\nimport { page } from './page-rules.ts'\nexport const read: Found = page",
  ],
  ['web/features/search/form.ts', 'export const form = 1'],
  ['web/features/landing/start.ts', "export { form } from '../search/form.ts'\nexport const start = 1"],
  ['stand-ins/mail.ts', 'export const mail = 1'],
  ['server/patient.ts', "export const patient = () => import('../stand-ins/mail.ts')"],
  ['tests/made.ts', 'export const made = 1'],
]

test('every import rule reports the import that it forbids, and reports nothing in an allowed file', {
  timeout: 60_000,
}, async () => {
  const project = await mkdtemp(join(tmpdir(), 'unmet-project-'))
  const files = [...innocent, ...Object.values(planted).flat()]
  for (const [path, source] of files) {
    await mkdir(dirname(join(project, path)), { recursive: true })
    await writeFile(join(project, path), `${source}\n`)
  }
  await symlink(join(root, 'package.json'), join(project, 'package.json'))
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'))
  const depcruise = join(root, 'node_modules/.bin/depcruise')
  const config = join(root, '.dependency-cruiser.mjs')
  const { stdout } = await run(
    depcruise,
    [
      '--config',
      config,
      '--output-type',
      'json',
      'scoring',
      'learning',
      'contract',
      'server',
      'stand-ins',
      'web',
      'tests',
    ],
    { cwd: project, maxBuffer: 64 * 1024 * 1024 },
  ).catch((failed: { stdout: string }) => failed)
  await rm(project, { recursive: true })
  type Named = { name: string }
  type Report = {
    summary: { violations: { rule: Named; from: string }[]; ruleSetUsed: { forbidden: Named[] } }
  }
  const { violations, ruleSetUsed } = (JSON.parse(stdout) as Report).summary
  expect(new Set(ruleSetUsed.forbidden.map(({ name }) => name))).toEqual(new Set(Object.keys(planted)))
  const seen = violations.map(({ rule, from }) => `${rule.name}: ${from}`)
  for (const [rule, [first]] of Object.entries(planted)) expect(seen).toContain(`${rule}: ${first?.[0]}`)
  const innocents = new Set(innocent.map(([path]) => path))
  expect(violations.filter(({ from }) => innocents.has(from))).toEqual([])
})
