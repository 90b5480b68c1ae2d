/** The line with the times of a cue of VTT or SRT. */
export const timing =
  /^(?:\d{1,3}:)?\d{1,2}:\d\d[.,]\d{1,3}\s{1,5}-->\s{1,5}(?:\d{1,3}:)?\d{1,2}:\d\d[.,]\d{1,3}/u

/** One line of speech. `speaker` is null if no name is given; `begins` is true if another speaker begins. */
export type Speech = { line: number; speaker: string | null; begins: boolean; text: string }

type NumberedLine = { number: number; text: string }

const voice = /^<v(?:\.[\w.]{1,40})?\s{1,5}([^<>]{1,80})>/u
const tags = /<[^<>]{0,200}>|\{\\[^{}]{0,40}\}/gu
const dash = /^(?:[-–—]|>>)\s{0,3}/u
/** The named character references of WebVTT. Direction marks are removed. */
const references: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
}
const reference = /&(?:amp|lt|gt|nbsp|lrm|rlm);/gu
/** `Ann Miller: text`, as Zoom writes it. */
const named = /^(\p{Lu}[^:.!?]{0,39}): (.*)$/u

/** A line of a cue without markup. */
export function readCueLine({ number, text }: NumberedLine): Speech {
  const speaker = voice.exec(text)?.[1]?.trim() ?? null
  const plain = text
    .replaceAll(tags, '')
    .replaceAll(reference, (found) => references[found] ?? found)
    .trim()
  const begins = dash.test(plain)
  return { line: number, speaker, begins: begins || speaker !== null, text: plain.replace(dash, '') }
}

/** Moves a name at the start of the text to `speaker`. */
export function takeName(speech: Speech): Speech {
  const [, speaker, text = ''] = speech.speaker === null ? (named.exec(speech.text) ?? []) : []
  return speaker === undefined ? speech : { ...speech, speaker, begins: true, text }
}

/** The lines of all cues, without numbers, times, names of cues, styles and comments. */
export async function* readCues(lines: AsyncIterable<NumberedLine>): AsyncGenerator<Speech> {
  let inCue = false
  // A number may already belong to the next cue, because some files have no empty line between cues.
  let held: Speech | null = null
  for await (const { number, text } of lines) {
    const line = text.trim()
    if (timing.test(line)) {
      inCue = true
      held = null
      continue
    }
    if (held !== null) yield held
    held = null
    if (line === '') inCue = false
    else if (inCue) {
      const speech = readCueLine({ number, text: line })
      if (/^\d{1,6}$/u.test(line)) held = speech
      else if (speech.text !== '') yield speech
    }
  }
  if (held !== null) yield held
}
