/** The maximum size of a row in bytes, a hundred times that of the longest posts. */
export const maxRowBytes = 8 * 1024 * 1024

/**
 * A raw row of a file, or the reason why it could not be read. Lines count from 1. `joined` is true if the
 * cells of an unquoted text were joined.
 */
export type DumpRow = { line: number; value: unknown; joined?: true } | { line: number; problem: string }

/** Names of files and columns without terminal control sequences. */
export const printable = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD')

/**
 * A file that cannot be read at all, or cannot be read to its end. This error is not thrown for a bad row.
 * The message names the file and is written for people.
 */
export class DumpError extends Error {
  constructor(message: string, cause?: unknown) {
    // The message may contain names of files and columns, whose control sequences must not reach a terminal.
    super(printable(message), { cause })
    this.name = 'DumpError'
  }
}
