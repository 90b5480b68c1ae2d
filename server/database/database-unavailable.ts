/** The database cannot be used, for a reason that the operator can do something about: one sentence, no stack. */
export class DatabaseUnavailable extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.name = 'DatabaseUnavailable'
  }
}
