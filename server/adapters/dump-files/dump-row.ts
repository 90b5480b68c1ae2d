/** The maximum row size, in bytes; the longest posts are a hundredth of it. */
export const maxRowBytes = 8 * 1024 * 1024

/** A raw row of a file, or why it could not be read. Lines count from 1. */
export type DumpRow = { line: number; value: unknown } | { line: number; problem: string }

/** Names of files and columns, without terminal control sequences. */
export const printable = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD')

/**
 * A file that cannot be read, at all or to its end; never used for a bad row. The message names the file and is
 * written for people.
 */
export class DumpError extends Error {
  constructor(message: string, cause?: unknown) {
    // It may contain names of files and columns, which must not reach a terminal as control sequences.
    super(printable(message), { cause })
    this.name = 'DumpError'
  }
}
