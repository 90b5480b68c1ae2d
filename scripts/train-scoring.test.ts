import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

test('a model is trained end to end on the posts written for this project, and no file is touched', async () => {
  const before = await readFile('scoring/model/weights.json')
  const { stdout } = await run('node', ['scripts/train-scoring.ts', '--toy'])
  const figures = JSON.parse(stdout.slice(stdout.indexOf('{')))
  expect(figures.signals).toHaveLength(27)
  expect(figures.reliability).toHaveLength(10)
  // A random order has an AUC of 0.5. A model trained on a few hundred posts is slightly better.
  expect(figures.ranking.auc).toBeGreaterThan(0.6)
  expect(await readFile('scoring/model/weights.json')).toEqual(before)
})
