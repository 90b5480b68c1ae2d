/** The longest row that is read, in bytes; the longest posts are a hundredth of it. */
export const maxRowBytes = 8 * 1024 * 1024

/** One row as it stands in a file, or why it could not be read. Lines count from 1. */
export type DumpRow = { line: number; value: unknown } | { line: number; problem: string }
