import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import zlib from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importColumns, scoreColumns } from './column-names.ts'
import type { DumpRow } from './dump-row.ts'
import { openDump } from './open-dump.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unmet-dumps-'))
})
afterAll(() => rm(folder, { recursive: true }))

const jsonLines = (count: number, prefix = 'row') =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({ id: `${prefix}${index}`, title: `Zürich ☕ ${index * 7919}` }),
  )
    .map((line) => `${line}\n`)
    .join('')

type Outcome = { rows: DumpRow[]; failure: string | null }

async function readAll(rows: AsyncIterable<DumpRow>): Promise<Outcome> {
  const seen: DumpRow[] = []
  try {
    for await (const row of rows) seen.push(row)
    return { rows: seen, failure: null }
  } catch (error) {
    return { rows: seen, failure: error instanceof Error ? error.message : String(error) }
  }
}

async function readFileAs(
  name: string,
  bytes: Buffer | string,
  needed = importColumns,
  encoding: string | null = null,
): Promise<Outcome> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  const dump = await openDump({ path, stdin: Readable.from([]), needed, encoding })
  return readAll(dump.rows())
}

/** Reads from standard input in chunks of this many bytes. */
async function readStdinAs(bytes: Buffer | string, pieceBytes: number): Promise<Outcome> {
  const whole = Buffer.from(bytes)
  const pieces = Array.from({ length: Math.ceil(whole.length / pieceBytes) }, (_, index) =>
    whole.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  )
  const dump = await openDump({ path: '-', stdin: Readable.from(pieces), needed: importColumns })
  return readAll(dump.rows())
}

const valuesOf = ({ rows }: Outcome) => rows.map((row) => ('value' in row ? row.value : row.problem))

describe('compression', () => {
  const text = jsonLines(3000)
  const packings = {
    plain: Buffer.from(text),
    zstd: zlib.zstdCompressSync(text),
    gzip: zlib.gzipSync(text),
  }

  test.each(Object.entries(packings))(
    'a %s file is read by what is in it, whatever its name',
    async (_, bytes) => {
      for (const name of ['posts.zst', 'posts.gz', 'posts.csv', 'posts.ndjson', 'posts']) {
        const outcome = await readFileAs(name, bytes)
        expect(outcome.failure).toBeNull()
        expect(outcome.rows).toHaveLength(3000)
        expect(outcome.rows.at(-1)).toEqual({
          line: 3000,
          value: { id: 'row2999', title: 'Zürich ☕ 23749081' },
        })
      }
    },
  )

  test.each(Object.entries(packings))(
    '%s from standard input is read in pieces of 7 bytes',
    async (_, bytes) => {
      const outcome = await readStdinAs(bytes.subarray(0), 7)
      expect(outcome.failure).toBeNull()
      expect(outcome.rows).toHaveLength(3000)
    },
  )

  test('a zst file with a window of 2^30 is read', async () => {
    const params = {
      [zlib.constants.ZSTD_c_windowLog]: 30,
      [zlib.constants.ZSTD_c_enableLongDistanceMatching]: 1,
    }
    const stream = zlib.createZstdCompress({ params })
    stream.end(text)
    const bytes = Buffer.concat(await stream.toArray())
    expect(2 ** (10 + ((bytes[5] ?? 0) >> 3))).toBeGreaterThan(2 ** 27)
    const outcome = await readFileAs('window.zst', bytes)
    expect(outcome.failure).toBeNull()
    expect(outcome.rows).toHaveLength(3000)
  })

  const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3])

  test.each([
    ['frames of a zst file', zlib.zstdCompressSync, skippable],
    ['members of a gz file', zlib.gzipSync, Buffer.alloc(0)],
  ])('all %s are read, wherever they end and with what may be between', async (_, compress, between) => {
    const parts = [between, compress(jsonLines(1000, 'a')), between, compress(jsonLines(1000, 'b'))]
    for (const pieceBytes of [1000, 64 * 1024]) {
      const outcome = await readStdinAs(Buffer.concat(parts), pieceBytes)
      expect(outcome.failure).toBeNull()
      expect(outcome.rows).toHaveLength(2000)
    }
  })

  test('a truncated zst file keeps what was read and says that its end is missing', async () => {
    const outcome = await readFileAs('cut.zst', packings.zstd.subarray(0, packings.zstd.length - 5))
    expect(outcome.failure).toBe('cut.zst is cut off: its end is missing.')
    const whole = Buffer.concat([zlib.zstdCompressSync(jsonLines(500)), packings.zstd.subarray(0, 40)])
    const secondFrame = await readFileAs('cut-later.zst', whole)
    expect(secondFrame.failure).toBe('cut-later.zst is cut off: its end is missing.')
    expect(secondFrame.rows).toHaveLength(500)
  })

  test('a truncated gz file keeps what was read and says that its end is missing', async () => {
    const outcome = await readFileAs('cut.gz', packings.gzip.subarray(0, packings.gzip.length - 9))
    expect(outcome.failure).toBe('cut.gz is cut off: its end is missing.')
    expect(outcome.rows.length).toBeGreaterThan(2900)
  })

  test('a damaged zst file keeps the frames before the damage', async () => {
    const damaged = Buffer.concat([
      zlib.zstdCompressSync(jsonLines(500)),
      Buffer.from('this is no frame at all'),
    ])
    const outcome = await readFileAs('damaged.zst', damaged)
    expect(outcome.failure).toMatch(/^damaged\.zst is damaged and cannot be unpacked further/u)
    expect(outcome.rows).toHaveLength(500)
  })

  test.each([
    ['posts.zip', [0x50, 0x4b, 3, 4], /zip archive: unpack it first/u],
    ['posts.xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a], /xz file/u],
  ])('%s of another kind is refused with what to do', async (name, bytes, sentence) => {
    const outcome = await readFileAs(name, Buffer.from(bytes))
    expect(outcome.failure).toMatch(sentence)
  })
})

describe('JSON lines', () => {
  test('a character cut at every possible byte arrives whole', async () => {
    const text = '{"id":"a","title":"é☕𝒳"}\n{"id":"b","title":"日本"}\n'
    for (let pieceBytes = 1; pieceBytes <= 12; pieceBytes += 1) {
      expect(valuesOf(await readStdinAs(text, pieceBytes))).toEqual([
        { id: 'a', title: 'é☕𝒳' },
        { id: 'b', title: '日本' },
      ])
    }
  })

  test('a line that is not UTF-8 is reported by its number, and the others are read', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"id":"a","title":"caf'),
      Buffer.from([0xe9]),
      Buffer.from('"}\n{"id":"b","title":"tea"}\n'),
    ])
    expect((await readFileAs('latin.ndjson', bytes)).rows).toEqual([
      { line: 1, problem: expect.stringMatching(/not UTF-8 text.*--encoding/u) },
      { line: 2, value: { id: 'b', title: 'tea' } },
    ])
    const latin = await readFileAs('latin.ndjson', bytes, importColumns, 'windows-1252')
    expect(valuesOf(latin)[0]).toEqual({ id: 'a', title: 'caf\u00e9' })
  })

  test('a byte order mark, CRLF and blank lines are passed over, and lines still count right', async () => {
    const outcome = await readFileAs('bom.jsonl', '\ufeff{"id":"a"}\r\n\r\n   \n{"id":"b"}\r\n')
    expect(outcome.rows).toEqual([
      { line: 1, value: { id: 'a' } },
      { line: 4, value: { id: 'b' } },
    ])
  })

  test('a line longer than the bound is reported and the next one is read', async () => {
    const long = `{"id":"long","title":"${'x'.repeat(9 * 1024 * 1024)}"}\n`
    const outcome = await readFileAs('long.ndjson', `{"id":"a"}\n${long}{"id":"b"}\n`)
    expect(outcome.rows).toEqual([
      { line: 1, value: { id: 'a' } },
      { line: 2, problem: 'the line is longer than 8 MB' },
      { line: 3, value: { id: 'b' } },
    ])
  })

  test('a bad line is reported with its number, a cut last line as cut off', async () => {
    const outcome = await readFileAs('bad.ndjson', '{"id":"a"}\nnot json\n{"id":"b"}\n{"id":"c","ti')
    expect(outcome.rows).toEqual([
      { line: 1, value: { id: 'a' } },
      { line: 2, problem: 'the line is not JSON' },
      { line: 3, value: { id: 'b' } },
      { line: 4, problem: 'the last line is cut off: it is not JSON' },
    ])
  })

  test('a file whose first line is damaged is still read as JSON lines', async () => {
    const outcome = await readStdinAs('arbage"}\n{"id":"b"}\n', 64)
    expect(outcome.rows).toEqual([
      { line: 1, problem: 'the line is not JSON' },
      { line: 2, value: { id: 'b' } },
    ])
  })
})

describe('CSV', () => {
  test('quotes, commas and line breaks inside cells are read, with the line a row begins on', async () => {
    const csv =
      '\ufeffid,title,selftext,created_utc\r\na,"Say ""hi"", now","one\r\ntwo",1\r\n\r\nb,plain "inner" quote,,2\r\n'
    const outcome = await readFileAs('posts.csv', csv)
    expect(outcome.rows).toEqual([
      { line: 2, value: { id: 'a', title: 'Say "hi", now', selftext: 'one\r\ntwo', created_utc: '1' } },
      { line: 5, value: { id: 'b', title: 'plain "inner" quote', selftext: '', created_utc: '2' } },
    ])
  })

  test.each([';', '\t'])('columns separated by %j are read', async (mark) => {
    const csv = [
      ['id', 'title', 'created_utc'],
      ['a', 'One, two', '1'],
    ]
      .map((row) => row.join(mark))
      .join('\n')
    expect(valuesOf(await readFileAs('posts.csv', csv))).toEqual([
      { id: 'a', title: 'One, two', created_utc: '1' },
    ])
  })

  test('a CSV without the needed columns is refused by a sentence that names the missing ones', async () => {
    const outcome = await readFileAs('wrong.csv', 'key,title,score\n1,a,2\n')
    expect(outcome.failure).toBe(
      'wrong.csv has no column id (or name, objectID, permalink, url), ' +
        'no column created_utc (or created_at, createdAt, created_at_i, created, date, time, timestamp); ' +
        'its columns are: key, title, score.',
    )
    expect(outcome.rows).toEqual([])
  })

  test('quotes in a CSV that are escaped with a backslash are read as quotes', async () => {
    const csv =
      'id,title,created_utc\na,"The \\"sync\\", é, fails",1\nb,"C:\\\\x",2\nc,"It ends \\"here\\"",3\n'
    expect(valuesOf(await readFileAs('escaped.csv', csv))).toEqual([
      { id: 'a', title: 'The "sync", é, fails', created_utc: '1' },
      { id: 'b', title: 'C:\\x', created_utc: '2' },
      { id: 'c', title: 'It ends "here"', created_utc: '3' },
    ])
  })

  test('for scoring, an id and a text are columns enough', async () => {
    const outcome = await readFileAs('texts.csv', 'id,text\n1,hello\n', scoreColumns)
    expect(valuesOf(outcome)).toEqual([{ id: '1', text: 'hello' }])
  })

  test('a row with too few or too many columns is reported, the others are read', async () => {
    const outcome = await readFileAs('ragged.csv', 'id,title,created_utc\na,A,1\nb,B\nc,C,3,more\nd,D,4\n')
    expect(outcome.rows.map((row) => ('problem' in row ? `${row.line}: ${row.problem}` : row.line))).toEqual([
      2,
      '3: the row has 2 columns, the header has 3',
      '4: the row has 4 columns, the header has 3',
      5,
    ])
  })

  test('empty cells that a row has beyond the header are ignored', async () => {
    const outcome = await readFileAs('longer.csv', 'id,title,created_utc\na,A,1,, \nb,B,2\n')
    expect(valuesOf(outcome)).toEqual([
      { id: 'a', title: 'A', created_utc: '1' },
      { id: 'b', title: 'B', created_utc: '2' },
    ])
  })

  test('a CSV that ends inside a quote keeps the rows before, and says where the quote began', async () => {
    const outcome = await readFileAs('cut.csv', 'id,title,created_utc\na,A,1\nb,"never\nclo')
    expect(outcome.failure).toBe(
      'cut.csv is cut off, or a quote that opens in the row at line 3 is never closed: nothing from there on was read.',
    )
    expect(outcome.rows).toEqual([{ line: 2, value: { id: 'a', title: 'A', created_utc: '1' } }])
  })

  test.each(['b,Second,16', 'b,Sec'])(
    'a CSV whose last row is cut off keeps the rows before: %s',
    async (cut) => {
      const text = `id,title,created_utc,selftext\na,First,1614400425,x\n${cut}`
      const { rows, failure } = await readFileAs('cut-row.csv', text)
      expect(rows).toHaveLength(2)
      expect(failure).toBe('cut-row.csv is cut off: its last row, at line 3, is incomplete.')
      expect((await readFileAs('short-row.csv', `${text}\n`)).failure).toBeNull()
    },
  )

  test('the name of a file is printed without its control characters', async () => {
    expect((await readFileAs('bad\u001B[31m.csv', '')).failure).toBe('bad\uFFFD[31m.csv is empty.')
    const path = join(folder, 'bad\u001B[31m.csv')
    const dump = await openDump({ path, stdin: Readable.from([]), needed: importColumns })
    expect(dump.name).toBe('bad\uFFFD[31m.csv')
  })

  test('control characters of a file are not passed on to a terminal', async () => {
    const outcome = await readFileAs('wrong.csv', 'key,\u001b[2Jtitle\u202e\n1,a\n')
    expect(outcome.failure).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  test.each([
    ['utf-16le', [0xff, 0xfe]],
    ['utf-16be', [0xfe, 0xff]],
  ] as const)('%s is read by its mark', async (encoding, mark) => {
    const text = Buffer.from('id,title,created_utc\na,caf\u00e9 \u2615,1\n', 'utf16le')
    const bytes = Buffer.concat([Buffer.from(mark), encoding === 'utf-16be' ? text.swap16() : text])
    expect(valuesOf(await readFileAs('wide.csv', bytes))).toEqual([
      { id: 'a', title: 'caf\u00e9 \u2615', created_utc: '1' },
    ])
  })

  test.each(['utf-16le', 'utf-16be'] as const)(
    '%s without a mark is recognised by its first characters',
    async (encoding) => {
      const text = Buffer.from('id,title,created_utc\na,caf\u00e9 \u2615,1\n', 'utf16le')
      const bytes = encoding === 'utf-16be' ? text.swap16() : text
      expect(valuesOf(await readFileAs('wide.csv', bytes))).toEqual([
        { id: 'a', title: 'caf\u00e9 \u2615', created_utc: '1' },
      ])
    },
  )

  test('a quote that is never closed ends the file with its line', async () => {
    const rest = 'x,y,1\n'.repeat(1_600_000)
    const outcome = await readFileAs('open.csv', `id,title,created_utc\na,A,1\nb,"open,2\n${rest}`)
    expect(outcome.failure).toMatch(
      /the row at line 3 is longer than 8 MB; a quote there is probably not closed/u,
    )
    expect(outcome.rows).toHaveLength(1)
  })

  test('multi-byte characters may be cut between pieces; bytes that are not UTF-8 end the file with their line', async () => {
    const good = Buffer.from('id,title,created_utc\na,日本☕𝒳,1\n')
    const bad = Buffer.concat([good, Buffer.from('b,caf'), Buffer.from([0xe9]), Buffer.from(',2\n')])
    for (let pieceBytes = 1; pieceBytes <= 5; pieceBytes += 1) {
      const first = { id: 'a', title: '日本☕𝒳', created_utc: '1' }
      expect(await readStdinAs(good, pieceBytes)).toEqual({
        rows: [{ line: 2, value: first }],
        failure: null,
      })
      expect((await readStdinAs(bad, pieceBytes)).failure).toBe(
        'standard input is not UTF-8 text: line 3 has invalid bytes. Save it as UTF-8, or name its encoding, such as --encoding windows-1252 or macintosh.',
      )
    }
  })
})

describe('opening', () => {
  test('an empty file, and a header without rows, is a failure that says so', async () => {
    for (const name of ['empty.csv', 'empty.ndjson', 'empty.zst']) {
      expect(await readFileAs(name, ' \n')).toEqual({ rows: [], failure: `${name} is empty.` })
    }
    expect((await readFileAs('head.csv', 'id,title,created_utc\n')).failure).toBe(
      'head.csv has a header line and no rows.',
    )
  })

  test('a file that is not there and a folder are refused by name', async () => {
    const open = (path: string) => openDump({ path, stdin: Readable.from([]), needed: importColumns })
    await expect(open(join(folder, 'nothing.zst'))).rejects.toThrow(
      /nothing\.zst cannot be opened: there is no such file/u,
    )
    await expect(open(folder)).rejects.toThrow(/is a folder/u)
  })

  test('the bytes read so far are known, up to the size of the file', async () => {
    const path = join(folder, 'size.ndjson')
    await writeFile(path, jsonLines(100))
    const dump = await openDump({ path, stdin: Readable.from([]), needed: importColumns })
    expect(dump.bytesRead()).toBe(0)
    await readAll(dump.rows())
    expect(dump.bytesRead()).toBe(dump.sizeBytes)
  })

  test('an abort ends the reading of an input that says nothing more', async () => {
    const stop = new AbortController()
    const stdin = new Readable({ read() {} })
    stdin.push('{"id":"a"}\n')
    const dump = await openDump({ path: '-', stdin, needed: importColumns, signal: stop.signal })
    const iterator = dump.rows()[Symbol.asyncIterator]()
    expect((await iterator.next()).value).toEqual({ line: 1, value: { id: 'a' } })
    const next = iterator.next()
    stop.abort()
    await expect(next).rejects.toThrow()
  })
})
