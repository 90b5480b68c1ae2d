import { storableText } from './storable-text.ts'

/** Writes text line by line, with what is quoted marked as everybody does who writes plain text. */
export function textLines() {
  const written: string[] = []
  let line = ''
  /** Line ends that are due before the next word: one, or two for a paragraph. */
  let due = 0
  let quotes = 0
  /** Of a list's item that has no words yet. */
  let marker = ''

  const end = (ends: number) => {
    if (marker === '') due = Math.max(due, ends)
  }

  function write(piece: string): void {
    if (piece === '') return
    if (due > 0 && (line !== '' || written.length > 0)) {
      written.push(line.trimEnd(), ...(due > 1 ? [''] : []))
      line = ''
    }
    if (line === '' && quotes > 0) line = '> '
    line += marker + piece
    marker = ''
    due = 0
  }

  const opensLine = () => line === '' || due > 0 || marker !== '' || line.endsWith(' ')

  return {
    /** Words of a line; white space is one blank. */
    words(piece: string): void {
      const folded = piece.replace(/\s+/gu, ' ')
      write(opensLine() ? folded.trimStart() : folded)
    },
    lines(piece: string): void {
      for (const [at, one] of piece.split('\n').entries()) {
        if (at > 0) due = Math.min(due + 1, 2)
        write(one)
      }
    },
    /** Two in a row are how some write paragraphs. */
    breakLine(): void {
      if (marker === '') due = Math.min(due + 1, 2)
    },
    endLine: () => end(1),
    endParagraph: () => end(2),
    beginItem(marked: string): void {
      end(1)
      marker = marked
    },
    /** From here on, or no longer, somebody else's words. */
    quote(more: 1 | -1): void {
      end(2)
      quotes = Math.max(0, quotes + more)
    },
    read: (): string => storableText([...written, line].join('\n').trim()),
  }
}
