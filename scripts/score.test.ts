import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import zlib from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runScriptHere } from '#tests/harness/run-script-here.ts'
import { scorePost } from '#tests/harness/scorer.ts'

const script = resolve(import.meta.dirname, 'score.ts')
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unmet-score-'))
})
afterAll(() => rm(folder, { recursive: true }))

function start(...args: string[]) {
  const child = spawn(process.execPath, [script, ...args], { cwd: folder })
  // Ignores errors of a program that has ended before it read all input.
  child.stdin.on('error', () => {})
  return child
}

async function outcomeOf(child: ReturnType<typeof start>, input = '') {
  child.stdin.end(input)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const lines = stdout.split('\n').filter((line) => line !== '')
  return { code: child.exitCode, stderr, stdout, lines: lines.map((line) => JSON.parse(line)) }
}

/** Runs the command in this process, for files, which need no standard input. */
async function score(...args: string[]) {
  const ended = await runScriptHere('score.ts', args, {}, folder)
  return {
    ...ended,
    lines: ended.stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  }
}

/** Scores a file of one row. */
async function scoreRow(row: object) {
  await writeFile(join(folder, 'row.jsonl'), JSON.stringify(row))
  return score('row.jsonl')
}

const tool = {
  id: 't3_b',
  subreddit: 'smallbusiness',
  title: 'Is there a tool for invoices?',
  selftext: 'Every day I &lt;type&gt; in a spreadsheet.',
}
const cat = { id: 'a', title: 'My cat', over_18: true, selftext: '' }

test('each post is one line, in the order of the file, with the exact words of its evidence', async () => {
  await writeFile(
    join(folder, 'posts.jsonl'),
    [tool, cat, { id: 7, text: 'no title' }].map((row) => JSON.stringify(row)).join('\n'),
  )
  const { code, stderr, lines } = await score('posts.jsonl')
  expect([code, stderr]).toEqual([0, ''])
  expect(lines.map((line) => line.id)).toEqual(['t3_b', 'a', '7'])
  const asStored = {
    title: tool.title,
    selftext: 'Every day I <type> in a spreadsheet.',
    community: 'smallbusiness',
  }
  const { opportunityScore, base, signals, persona, evidence } = scorePost(asStored)
  const shown = evidence.filter(({ start, end }) => end > start)
  expect(shown.length).toBeGreaterThan(0)
  expect(lines[0]).toMatchObject({ id: 't3_b', opportunityScore, base, signals, persona })
  expect(lines[0].evidence.slice(0, shown.length)).toEqual(
    shown.map((one) => ({ ...one, words: asStored[one.field].slice(one.start, one.end) })),
  )
})

test('sentences without points are not printed as evidence', async () => {
  const text = 'Is there a way to sort the list by date?'
  const { evidence } = scorePost({ title: '', selftext: text, community: '' })
  expect(evidence.map(({ points }) => points)).toContain(0)
  const { lines } = await scoreRow({ id: 'a', text })
  expect(lines[0].evidence.map(({ points }: { points: number }) => points)).not.toContain(0)
})

test('sentences that are not shown stand with their words and points, and those of other wording are named', async () => {
  const selftext =
    'I run a small shop with three people and we have been at it for some years now. My wife does the books in the ' +
    'evening, and at the end of the month everybody is tired. The bank sends a letter, the customers call, and nobody ' +
    'remembers who paid what. We looked at a few things last year but they were made for bigger firms.'
  const { lines } = await scoreRow({ ...tool, selftext })
  const rest = lines[0].evidence.filter(({ start, end }: { start: number; end: number }) => end === start)
  expect(rest.map(({ signal }: { signal: string }) => signal)).toContain('wording')
  for (const { field, points, words, sentences } of rest) {
    expect(words).not.toBe('')
    let sum = 0
    for (const sentence of sentences) {
      expect(sentence.words).toBe(
        (field === 'title' ? tool.title : selftext).slice(sentence.start, sentence.end),
      )
      sum += sentence.points
    }
    expect(sum).toBeCloseTo(points, 5)
  }
})

test('a text longer than the archive keeps is scored', async () => {
  const long = { ...tool, selftext: 'By hand. '.repeat(20_000) }
  expect(await scoreRow(long)).toMatchObject({ code: 0, lines: [{ id: 't3_b' }] })
})

test('npm run score prints JSON lines and nothing else', async () => {
  await writeFile(join(folder, 'npm.jsonl'), `${JSON.stringify(cat)}\nnonsense\n`)
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/iu.test(name)))
  const child = spawn('npm', ['run', 'score', '--', join(folder, 'npm.jsonl')], {
    cwd: resolve(import.meta.dirname, '..'),
    env,
  })
  const { code, stdout, stderr } = await outcomeOf(child)
  expect(code).toBe(3)
  expect(stdout).toMatch(/^\{"id":"a",[^\n]*\}\n$/u)
  expect(stderr).toContain('npm.jsonl, line 2: the line is not JSON\n')
})

test('Ctrl-C ends it with 130 and no word of a stream, for a file and for standard input', async () => {
  const name = join(folder, 'endless.jsonl')
  await writeFile(name, `${JSON.stringify(tool)}\n`.repeat(50_000))
  for (const argument of [name, '-']) {
    const child = start(argument)
    if (argument === '-') child.stdin.write(`${JSON.stringify(tool)}\n`)
    const stderr = text(child.stderr)
    await once(child.stdout, 'data')
    child.kill('SIGINT')
    child.stdout.resume()
    await once(child, 'close')
    expect([child.exitCode, await stderr]).toEqual([
      130,
      '\nStopping after the current step. Press Ctrl-C again to stop at once.\n',
    ])
  }
})

test('every import format and standard input are read', async () => {
  const lines = `${JSON.stringify(tool)}\n${JSON.stringify(cat)}\n`
  await writeFile(join(folder, 'a.zst'), zlib.zstdCompressSync(lines))
  await writeFile(
    join(folder, 'a.csv'),
    'id,title,over_18\nt3_b,Is there a tool for invoices?,False\na,My cat,True\n',
  )
  for (const outcome of [await score('a.zst'), await score('a.csv'), await outcomeOf(start('-'), lines)])
    expect([outcome.code, outcome.lines.map((line) => line.id)]).toEqual([0, ['t3_b', 'a']])
})

test('rows that cannot be read are reported on standard error, the rest is scored, and the exit code is 3', async () => {
  const { code, stderr, lines } = await outcomeOf(
    start('-'),
    `${JSON.stringify(cat)}\nnonsense\n{"title":"x"}\n${JSON.stringify(tool)}\n`,
  )
  expect([code, lines.map((line) => line.id)]).toEqual([3, ['a', 't3_b']])
  expect(stderr).toBe(
    'standard input, line 2: the line is not JSON\nstandard input, line 3: the row has no id\n',
  )
})

test('a reader that leaves early ends it without a word', async () => {
  const child = start('-')
  const row = `${JSON.stringify(tool)}\n`
  child.stdin.write(row.repeat(20_000))
  child.stdin.end()
  const stderr = text(child.stderr)
  await once(child.stdout, 'data')
  child.stdout.destroy()
  await once(child, 'close')
  expect([child.exitCode, await stderr]).toEqual([0, ''])
})

test('a missing file ends with 1, a missing argument with 2, each in one line', async () => {
  expect(await score('nothing.ndjson')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'nothing.ndjson cannot be opened: there is no such file.\n',
  })
  expect(await score()).toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'Name a file, or - for standard input. See --help.\n',
  })
})

test('a row with neither a title nor a text is not scored, and its unread text is named', async () => {
  const { selftext: story, title: _title, ...bare } = tool
  const { code, stderr, lines } = await scoreRow({ ...bare, story })
  expect([code, lines.length]).toEqual([3, 0])
  expect(stderr).toBe(
    'row.jsonl, line 1: the row has neither a title nor a text\n' +
      'row.jsonl: 1 of 1 post had no text; the column story was not read.\n',
  )
})

test('posts of which no text was found are scored by their titles, and that is said with what was not read', async () => {
  const { selftext: cooked, ...titled } = tool
  const { code, stderr, lines } = await outcomeOf(
    start('-'),
    JSON.stringify({ ...titled, cooked: `${cooked} By hand.` }),
  )
  expect([code, lines.length]).toEqual([0, 1])
  expect(stderr).toBe(
    'standard input: 1 of 1 post had no text; the column cooked was not read.\n' +
      'standard input: no text was found, only titles were scored.\n',
  )
})
