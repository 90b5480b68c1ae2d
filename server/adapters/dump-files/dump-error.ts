/** What can be wrong with a file as a whole; a bad row is never one of these. */
export type DumpProblem = 'cannot-open' | 'not-posts' | 'cut-off' | 'damaged'

/** A file that cannot be read, or not to its end. The message names the file and is written for a person. */
export class DumpError extends Error {
  readonly problem: DumpProblem

  constructor(problem: DumpProblem, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DumpError'
    this.problem = problem
  }
}
