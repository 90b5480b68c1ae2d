import { cutText } from '#contract/cut-text.ts'
import { timing } from './cue-lines.ts'
import { areHeadings } from './dated-notes.ts'
import { type ChatKind, headReaders, plainLine } from './message-heads.ts'

/** `cues` are subtitles (VTT, SRT). */
export type TranscriptKind = ChatKind | 'cues'

const lookedAt = 200
/** The number of characters at the start of a text that are examined. */
export const startCharacters = 50_000
/** Lines above the first message, such as the title and the date of a call. */
const mostAbove = 15

/** The levels of log files, whose lines look like messages. */
const logLevel = /^(?:trace|debug|info|notice|warn|warning|error|err|fatal|critical|severe)\b/iu

function isChat(lines: readonly string[], kind: ChatKind): boolean {
  const heads = lines.map((line) => headReaders[kind](line))
  const first = heads.findIndex((head) => head !== null)
  const speakers = heads.flatMap((head) => (head?.speaker == null ? [] : [head.speaker]))
  if (first === -1 || first > mostAbove || speakers.some((one) => logLevel.test(one))) return false
  if (kind === 'discord') return /^={10,}$/u.test(lines[0] ?? '')
  const count = heads.filter((head) => head !== null).length
  if (kind === 'bracketed' || kind === 'dashed' || kind === 'zoom') {
    return first === 0 && count > 1 && speakers.length > 0
  }
  // Lines with a name and a time may be an agenda. In a transcript, at least one person speaks twice.
  if (count < 3 || new Set(speakers).size === speakers.length) return false
  const named = heads.flatMap((head, at) =>
    head?.speaker == null ? [] : [{ line: lines[at] ?? '', speaker: head.speaker }],
  )
  return !areHeadings(named)
}

/** Recognises a chat or a transcript from its start. Null for any other text. */
export function findTranscript(start: string): TranscriptKind | null {
  const text = cutText(start, startCharacters).replace(/^\uFEFF/u, '')
  const all = text.split(/\r\n?|\n/u)
  const lines = all
    .map((line) => plainLine(line).trim())
    .filter((line) => line !== '')
    .slice(0, lookedAt)
  const [first = '', second = ''] = lines
  if (/^WEBVTT(?:\s|$)/u.test(first) || (/^\d{1,6}$/u.test(first) && timing.test(second))) return 'cues'
  const kinds = Object.keys(headReaders) as ChatKind[]
  return kinds.find((kind) => isChat(lines, kind)) ?? null
}
