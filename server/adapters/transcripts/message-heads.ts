/** The start of a message. `speaker` is null for a notice of the chat; `date` is null without a date. */
export type Head = { speaker: string | null; date: string | null; text: string }

/** WhatsApp writes special spaces, and puts marks of the writing direction before its own words. */
const directions = /[\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu
const spaces = /[\u00a0\u202f]/gu

/** WhatsApp puts this mark before words that no person wrote, such as "image omitted". */
export const ownMark = '\u200e'

/** A line without special spaces and without marks before its first character. */
export const plainLine = (line: string) =>
  line
    .replaceAll(directions, '')
    .replaceAll(spaces, ' ')
    .replace(/^\u200e/u, '')

/** `[10/03/2025, 09:12:01] Ann: text` of WhatsApp on iOS. */
const bracketed =
  /^\[(\d{1,4}[./-]\d{1,2}[./-]\d{1,4}), (\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[ap]\.? ?m\.?)?)\] (.*)$/iu
/** `10.03.25, 09:12 - Ann: text` of WhatsApp on Android, without seconds. */
const dashed = /^(\d{1,4}[./-]\d{1,2}[./-]\d{1,4}),? (\d{1,2}[:.]\d\d(?: ?[ap]\.? ?m\.?)?) - (.*)$/iu
/** `[3/10/2025 9:12 AM] ann` of DiscordChatExporter; the text begins on the next line. */
const ofDiscord = /^\[(\d{1,4}[./-][\w]{1,3}[./-]\d{1,4} \d{1,2}:\d\d(?::\d\d)?(?: [AP]M)?)\] (\S.{0,79})$/u
/** `09:12:44 From Ann to Everyone: text` of Zoom. */
const ofZoom = /^\d\d:\d\d:\d\d\s{1,3}From\s{1,2}([^:]{1,120}):\s{0,2}(.*)$/u
/** `Ann Miller  0:03`; the text begins on the next line. */
const namedFirst = /^([^\s:.,!?[\](){}][^:!?[\](){}]{0,48}?) {1,8}[([]?(?:\d{1,2}:)?\d{1,2}:\d\d[)\]]?:?$/u
/** `[00:03] Ann: text`. */
const timedFirst = /^[[(]?(?:\d{1,2}:)?\d{1,2}:\d\d[\])]?(?: - | {1,3})([^:]{1,50}): (.*)$/u
/** `Ann [00:03]: text`. */
const timedAfter = /^([^:[\]()]{1,50}) [[(](?:\d{1,2}:)?\d{1,2}:\d\d[\])]: ?(.*)$/u

const speakerIn = /^([^:"“„]{1,60}): ?(.*)$/u

function readStamped(date: string, rest: string): Head {
  const [, speaker, text = ''] = speakerIn.exec(rest) ?? []
  return speaker === undefined ? { speaker: null, date, text: rest } : { speaker, date, text }
}

type ReadHead = (line: string) => Head | null

function stamped(pattern: RegExp): ReadHead {
  return (line) => {
    const [, date, time, rest] = pattern.exec(line) ?? []
    return date === undefined ? null : readStamped(`${date} ${time ?? ''}`, rest ?? '')
  }
}

function spoken(pattern: RegExp): ReadHead {
  return (line) => {
    const [, speaker, text = ''] = pattern.exec(line) ?? []
    return speaker === undefined
      ? null
      : { speaker: speaker.split(' to ', 1)[0] ?? speaker, date: null, text }
  }
}

function readDiscord(line: string): Head | null {
  const [, date = null, speaker = ''] = ofDiscord.exec(line) ?? []
  return date === null ? null : { speaker: speaker.replace(/ \(pinned\)$/u, ''), date, text: '' }
}

/** The notations of chats, and of transcripts of calls, by kind. */
export const headReaders = {
  bracketed: stamped(bracketed),
  dashed: stamped(dashed),
  zoom: spoken(ofZoom),
  discord: readDiscord,
  namedFirst: spoken(namedFirst),
  timedFirst: spoken(timedFirst),
  timedAfter: spoken(timedAfter),
} as const satisfies Record<string, ReadHead>
export type ChatKind = keyof typeof headReaders
