import type { FileRow } from '#server/source-ports.ts'
import { readCueLine, readCues, type Speech, takeName } from './cue-lines.ts'
import { findTranscript } from './find-transcript.ts'
import { type ChatKind, type Head, headReaders, ownMark, plainLine } from './message-heads.ts'

type NumberedLine = { number: number; text: string }

/** A longer message becomes several rows. */
const mostCharacters = 20_000
/** The lengths in characters at which speech is divided: first at the end of a sentence, then anywhere. */
const turns = { named: [1000, 4000], unnamed: [200, 1000] } as const

const notice = 'this is a notice of the chat itself and no message'
const above = 'this and the lines below it stand above the first message'

/** Whether a text stands for a file or a deleted message. In angle brackets, it may be in any language. */
const isOwnText = (text: string) =>
  text.startsWith(ownMark) ||
  /^<[^<>]{1,60}>$/u.test(text) ||
  /^(?:this message was deleted|you deleted this message|diese nachricht wurde gelöscht|se eliminó este mensaje|ce message a été supprimé|mensagem apagada|questo messaggio è stato eliminato|dit bericht is verwijderd)\.?$/iu.test(
    text,
  ) ||
  /^(?:reacted to|removed a \S{1,12} reaction from) ["“]/iu.test(text)

const edited = /\s?\u200e?<[^<>]{1,60}>$/u
const quoted = /^replying to ["“][^\n]{0,400}\n/iu
/** Lines that exporters write below a message or at the end of a file. */
const appended = /^(?:\{(?:Reactions|Attachments|Embed|Stickers?)\}|={10,})$/u
const signature = /^Transcribed by https:\/\/otter\.ai/u

type Message = Pick<Head, 'speaker' | 'date'> & {
  line: number
  lines: string[]
  length: number
  muted: boolean
}

function rowOf({ line, speaker, date, lines }: Message): FileRow {
  const text = lines.join('\n').trim()
  if (speaker === null || isOwnText(text)) return { line, problem: notice }
  const written = text.replace(edited, '').replace(quoted, '').replaceAll(ownMark, '').trim()
  if (written === '') return { line, problem: 'there is no text in it' }
  const dates: [string, string][] = date === null ? [] : [['date', date]]
  return { line, cells: new Map([['text', written], ...dates, ['speaker', speaker]]) }
}

function openMessage(line: number, from: Pick<Head, 'speaker' | 'date'> | null): Message {
  return {
    line,
    speaker: from?.speaker ?? null,
    date: from?.date ?? null,
    lines: [],
    length: 0,
    muted: false,
  }
}

function addLine(message: Message, text: string): void {
  if (appended.test(text)) message.muted = true
  if (message.muted || signature.test(text)) return
  message.lines.push(text)
  message.length += text.length
}

async function* readChat(lines: AsyncIterable<NumberedLine>, kind: ChatKind): AsyncGenerator<FileRow> {
  let message: Message | null = null
  let isAbove = false
  for await (const { number, text } of lines) {
    const line = plainLine(text).trim()
    const head = headReaders[kind](line)
    if (head !== null || (message !== null && message.length > mostCharacters)) {
      if (message !== null) yield rowOf(message)
      message = openMessage(number, head ?? message)
      addLine(message, head?.text ?? line)
    } else if (message !== null) addLine(message, line)
    else if (line !== '' && !isAbove && kind !== 'discord') {
      isAbove = true
      yield { line: number, problem: above }
    }
  }
  if (message !== null) yield rowOf(message)
}

type Turn = { line: number; speaker: string | null; texts: string[]; length: number }

function openTurn({ line }: Speech, speaker: string | null): Turn {
  return { line, speaker, texts: [], length: 0 }
}

function turnRow({ line, speaker, texts }: Turn): FileRow {
  const cells: [string, string][] = [['text', texts.join(' ')]]
  return { line, cells: new Map(speaker === null ? cells : [...cells, ['speaker', speaker]]) }
}

function isFull({ speaker, texts, length }: Turn): boolean {
  const [atSentence, anywhere] = speaker === null ? turns.unnamed : turns.named
  return length >= anywhere || (length >= atSentence && /[.!?]["'”’)]?$/u.test(texts.at(-1) ?? ''))
}

const isOtherSpeaker = ({ begins, speaker }: Speech, turn: Turn | null) =>
  begins && (speaker === null || speaker !== turn?.speaker)

/** Joins consecutive lines of one speaker. Lines that rolling captions repeat are skipped. */
async function* readTurns(speeches: AsyncIterable<Speech>, isNamed: boolean): AsyncGenerator<FileRow> {
  let turn: Turn | null = null
  let last = ''
  for await (const given of speeches) {
    const speech = isNamed ? takeName(given) : given
    if (speech.text === last && !speech.begins) continue
    last = speech.text
    const isOther = isOtherSpeaker(speech, turn)
    if (turn !== null && (isOther || isFull(turn))) {
      yield turnRow(turn)
      turn = isOther ? null : openTurn(speech, turn.speaker)
    }
    turn ??= openTurn(speech, speech.speaker)
    turn.texts.push(speech.text)
    turn.length += speech.text.length
  }
  if (turn !== null) yield turnRow(turn)
}

/** Whether the cues of a text name their speakers as `Ann: text`. */
function namesSpeakers(start: string): boolean {
  const lines = start
    .split(/\r\n?|\n/u, 400)
    .filter((line) => line.trim() !== '' && !/-->|^\d+\s*$/u.test(line))
  const names = lines.map((text) => takeName(readCueLine({ number: 1, text })).speaker)
  const named = names.filter((name) => name !== null).length
  return named > 1 && 3 * named >= lines.length
}

/**
 * The messages of a chat, or what each speaker of a transcript says, as rows with `text`, `speaker` and, if
 * it is known, `date`. Null if the text is neither a chat nor a transcript.
 */
export function readTranscript(
  start: string,
  lines: AsyncIterable<NumberedLine>,
): AsyncGenerator<FileRow> | null {
  const kind = findTranscript(start)
  if (kind === null) return null
  return kind === 'cues' ? readTurns(readCues(lines), namesSpeakers(start)) : readChat(lines, kind)
}
