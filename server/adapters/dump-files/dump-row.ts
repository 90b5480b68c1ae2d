/** The longest row that is read, in bytes; the longest posts are a hundredth of it. */
export const maxRowBytes = 8 * 1024 * 1024

/** One row as it is in a file, or why it could not be read. Lines count from 1. */
export type DumpRow = { line: number; value: unknown } | { line: number; problem: string }

/** Names of files and columns, without what a terminal would take as a command. */
export const printable = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD')

/** A file that cannot be read, or not to its end; a bad row is never one. The message names the file and is written for a person. */
export class DumpError extends Error {
  constructor(message: string, cause?: unknown) {
    // It holds names of files and columns: what they hold must not reach a terminal as commands.
    super(printable(message), { cause })
    this.name = 'DumpError'
  }
}
