/** One row of a person's file: the value of each column, or why it cannot be read. Lines count from 1. */
export type OwnLine =
  | { line: number; cells: ReadonlyMap<string, string>; problem?: undefined }
  | { line: number; problem: string }

/** The file cannot be read from some place on. The message is for the person and holds nothing of the file. */
export class OwnFileError extends Error {}

/** A longer row is a quote or a bracket that is never closed. */
export const mostRowBytes = 1024 * 1024
