import { SourceError } from '#server/ports.ts'

/** The address leads, or could lead, to where this installation does not ask. Another try gets the same answer. */
export class AddressRefused extends SourceError {}

/** The answer is longer, of another type or packed in another way than we take. */
export class AnswerRefused extends SourceError {}
