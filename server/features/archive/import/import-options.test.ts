import { expect, test } from 'vitest'
import { readImportOptions } from './import-options.ts'

test('options and files are read', () => {
  const read = readImportOptions([
    'a.zst',
    '--communities',
    'SaaS, r/Entrepreneur,',
    '--since=2024-01-31',
    '--min-score',
    '5',
    '--min-length=40',
    '--nsfw',
    '--rejects',
    'bad.ndjson',
    '-',
  ])
  expect(read).toEqual({
    kind: 'run',
    options: {
      files: ['a.zst', '-'],
      rejectsPath: 'bad.ndjson',
      encoding: null,
      dryRun: false,
      filters: {
        communities: new Set(['saas', 'entrepreneur']),
        since: new Date('2024-01-31T00:00:00Z'),
        minScore: 5,
        minLength: 40,
        nsfw: true,
      },
    },
  })
})

test('without options all posts are taken, but none that is not safe for work', () => {
  const filters = { communities: null, since: null, minScore: null, minLength: null, nsfw: false }
  expect(readImportOptions(['a'])).toEqual({
    kind: 'run',
    options: { files: ['a'], rejectsPath: null, encoding: null, dryRun: false, filters },
  })
})

test.each([
  [[], /Name at least one file/u],
  [['a', '--since', 'yesterday'], /--since takes a day such as 2024-01-31, not "yesterday"/u],
  [['a', '--since', '2024-02-31'], /--since takes a day/u],
  [['a', '--min-score', 'ten'], /--min-score takes a whole number, not "ten"/u],
  [['a', '--min-length=-4'], /--min-length takes a whole number, not "-4"/u],
  [['a', '--communities', ' , '], /--communities takes names/u],
  [['a', '--comunities', 'x'], /Unknown option '--comunities'/u],
  [['a', '--since'], /--since/u],
])('%j is refused in one line', (args, sentence) => {
  const read = readImportOptions(args)
  if (read.kind !== 'wrong') throw new Error('It was not refused')
  expect(read.message).toMatch(sentence)
  expect(read.message).not.toContain('\n')
})

test('help is help, whatever else is asked', () => {
  expect(readImportOptions(['--help', 'a'])).toEqual({ kind: 'help' })
})
