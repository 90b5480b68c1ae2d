import { expect, test } from 'vitest'
import { lookAtOwnFile } from '../own-files/look-at-own-file.ts'
import { readOwnLines } from '../own-files/read-own-lines.ts'

async function* inPieces(text: string, size = 7): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

async function read(text: string) {
  const { format } = lookAtOwnFile(text)
  expect(format).toBe('chat')
  const rows = []
  for await (const row of readOwnLines(inPieces(text), { format, hasHeader: true })) {
    rows.push(
      row.problem ?? [row.cells.get('text'), row.cells.get('date') ?? null, row.cells.get('speaker') ?? null],
    )
  }
  return rows
}

const notice = 'this is a notice of the chat itself and no message'
const rule = '='.repeat(62)

const chats: [string, string, unknown[]][] = [
  [
    'WhatsApp on Android, in German',
    '10.03.25, 09:12 - Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt.\n10.03.25, 09:12 - Ann changed the group name from "Orders" to "Orders: June"\n10.03.25, 09:13 - Ann Miller: I type it all twice\nand then again.\n11.03.25, 19:12 - +49 170 1234567: <Medien ausgeschlossen>\n12.03.25, 07:01 - Bob: See 10:30 - it fails\n',
    [
      notice,
      notice,
      ['I type it all twice\nand then again.', '10.03.25 09:13', 'Ann Miller'],
      notice,
      ['See 10:30 - it fails', '12.03.25 07:01', 'Bob'],
    ],
  ],
  [
    'WhatsApp on Android, in English',
    '3/10/25, 9:12\u202fAM - Ann: I type it all twice\n3/10/25, 9:13\u202fPM - Bob: This message was deleted\n',
    [['I type it all twice', '3/10/25 9:12 AM', 'Ann'], notice],
  ],
  [
    'WhatsApp on iOS',
    '[10/03/2025, 09:12:01] Shops: \u200eMessages and calls are end-to-end encrypted.\r\n\u200e[10/03/2025, 09:13:22] ~ Ann: \u200eimage omitted\r\n[11/03/2025, 09:14:00] ~ Ann: I type it all twice \u200e<This message was edited>\r\n',
    [notice, notice, ['I type it all twice', '11/03/2025 09:14:00', '~ Ann']],
  ],
  [
    'Discord',
    `${rule}\nGuild: Shops\nChannel: help\n${rule}\n\n[3/10/2025 9:12 AM] ann.m\nI type it all twice\n\n{Reactions}\nx (3)\n\n[3/11/2025 7:12 PM] bob (pinned)\nAnd then again\n\n${rule}\nExported 2 message(s)\n${rule}\n`,
    [
      ['I type it all twice', '3/10/2025 9:12 AM', 'ann.m'],
      ['And then again', '3/11/2025 7:12 PM', 'bob'],
    ],
  ],
  [
    'the chat of a call',
    '09:12:44\t From Ann to Everyone:\n\tI type it all twice\n09:13:00 From Bob to Ann(Direct Message) : And then again\n09:14:00\t From Cy to Everyone:\n\tReacted to "I type" with x\n',
    [['I type it all twice', null, 'Ann'], ['And then again', null, 'Bob'], notice],
  ],
  [
    'a transcript with names above',
    'A call\nMon, Mar 10\n\nAnn Miller  00:03\nI type it all twice\n\nInterviewer  00:09\nWhy?\n\nAnn Miller  1:00:21\nNobody knows\n\nTranscribed by https://otter.ai\n',
    [
      'this and the lines below it stand above the first message',
      ['I type it all twice', null, 'Ann Miller'],
      'this is a message of support staff or a bot and not of a customer',
      ['Nobody knows', null, 'Ann Miller'],
    ],
  ],
  [
    'a transcript by people who are named like dates, until after midnight',
    'Sun Li 23:58\nHello\nMay 23:58\nYes\nSun Li 23:59\nGo on\nMay 0:01\nWell\nApril 0:02\nNo\n',
    [
      ['Hello', null, 'Sun Li'],
      ['Yes', null, 'May'],
      ['Go on', null, 'Sun Li'],
      ['Well', null, 'May'],
      ['No', null, 'April'],
    ],
  ],
  [
    'a transcript with times before names',
    '[00:03] Ann: I type it all twice\n[00:09] Bob: Why?\n[00:12] Ann: Nobody knows\n',
    [
      ['I type it all twice', null, 'Ann'],
      ['Why?', null, 'Bob'],
      ['Nobody knows', null, 'Ann'],
    ],
  ],
  [
    'VTT with names',
    'WEBVTT\r\n\r\n1\r\n00:00:01.120 --> 00:00:04.300\r\nAnn: I type it all\r\n\r\n2\r\n00:00:04.300 --> 00:00:05.000\r\nAnn: twice.\r\n\r\n3\r\n00:00:06.000 --> 00:00:07.000\r\nBob: Why?\r\n\r\n4\r\n00:00:07.000 --> 00:00:08.000\r\nAnn: Why?\r\n',
    [
      ['I type it all twice.', null, 'Ann'],
      ['Why?', null, 'Bob'],
      ['Why?', null, 'Ann'],
    ],
  ],
  [
    'VTT with voices, comments and styles',
    'WEBVTT\n\nNOTE a comment\n\nSTYLE\n::cue { color: red }\n\nab/12-0\n00:01.000 --> 00:02.000 align:start\n<v Ann>I type it <i>all</i></v>\n\n00:02.000 --> 00:03.000\n<v Ann>twice.</v>\n\n00:03.000 --> 00:04.000\n<v.loud Bob>Why R&amp;D&nbsp;&lt;5?</v>\n',
    [
      ['I type it all twice.', null, 'Ann'],
      ['Why R&D <5?', null, 'Bob'],
    ],
  ],
  [
    'SRT without empty lines and with rolling captions',
    '\uFEFF1\n00:00:01,120 --> 00:00:04,300\n{\\an8}I type it all\n2\n00:00:04,300 --> 00:00:05,000\nI type it all\ntwice,\n3\n00:00:05,000 --> 00:00:06,000\n- and then again.\n',
    [
      ['I type it all twice,', null, null],
      ['and then again.', null, null],
    ],
  ],
]

test.each(chats)('every message is a row without its name and time: %s', async (_name, text, rows) => {
  expect(await read(text)).toEqual(rows)
})

test.each([
  ['a log', '2025-03-10 09:12 - ERROR: it fails\n2025-03-10 09:13 - ERROR: again\n'],
  ['a log of times', '[09:12] WARN: it is slow\n[09:13] INFO: it works\n[09:14] WARN: it is slow\n'],
  ['an agenda', 'Welcome 09:00\nWe meet\n\nLunch 12:30\nWe eat\n\nWishes 14:00\nWe ask\n'],
  ['notes by weekday', 'Monday 10:30\nWe met\n\nMonday 14:00\nWe called\n\nTuesday 15:15\nNobody knows\n'],
  ['notes by date', '2024-03-12 10:30\nWe met\n12 March 14:00\nWe called\n2024-03-12 15:15\nNobody\n'],
  ['notes in German', 'Montag [10:30]: Treffen\nMontag [14:00]: Anruf\nDi. [15:15]: Niemand\n'],
  ['notes of calls', 'Call A 10:30\nShe types\nCall B 09:15\nHe too\nCall A 14:00\nAgain\n'],
  [
    'notes of one meeting',
    'Standup 10:00\nAnn waits\n\nStandup 10:00\nBob waits\n\nStandup 10:00\nAll is well\n',
  ],
  ['notes', 'Ann: I type it all twice\nBob: Why?\nAnn: Nobody knows\n'],
  ['a table', 'date,text\n10.03.25,I type it all twice\n11.03.25,And then again\n'],
  ['one dated line', '10.03.25, 09:13 - Ann: I type it all twice\nand more\n'],
])('other text is no chat: %s', (_name, text) => {
  expect(lookAtOwnFile(text).format).not.toBe('chat')
})

test('text that is no chat is refused as one', async () => {
  const rows = readOwnLines(inPieces('I type it all twice\n'), { format: 'chat', hasHeader: true })
  await expect(rows.next()).rejects.toThrow('It is no chat or transcript of a known kind.')
})

test('long speech becomes several rows, divided at sentences', async () => {
  const cue = (at: number) =>
    `${at}\n00:00:01,000 --> 00:00:02,000\nSentence number ${at} says a little more.\n`
  const rows = await read(Array.from({ length: 200 }, (_, at) => cue(at + 1)).join('\n'))
  const texts = rows.map((row) => String(row[0]))
  expect(texts.length).toBeGreaterThan(20)
  expect(texts.every((text) => text.endsWith('.') && text.length < 1000)).toBe(true)
  expect(texts.join(' ').match(/Sentence/gu)).toHaveLength(200)
})

test('a message without an end becomes several rows', async () => {
  const start = '10.03.25, 09:13 - Ann: Hello\n10.03.25, 09:14 - Ann: Now all of it\n'
  const rows = await read(start + 'I type it all twice\n'.repeat(3000))
  expect(rows.length).toBeGreaterThan(3)
  expect(rows.every((row) => row[1] === '10.03.25 09:14' || row[0] === 'Hello')).toBe(true)
})
