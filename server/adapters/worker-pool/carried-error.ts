import type { ErrorCode } from '#contract/error.ts'
import { AppError } from '#server/errors.ts'
import { SourceError } from '#server/source-ports.ts'

/** An error in a form that can be passed between threads, where classes are lost. */
export type CarriedError =
  | { kind: 'app'; code: ErrorCode; message: string; userMessage: string | undefined }
  | { kind: 'source'; message: string }
  | { kind: 'bug'; name: string; frames: string }

/** Of an unexpected error only the stack is kept, because a message may quote the text that is being read. */
export function carryError(error: unknown): CarriedError {
  if (error instanceof AppError) {
    const { code, message, userMessage } = error
    return { kind: 'app', code, message, userMessage }
  }
  if (error instanceof SourceError) return { kind: 'source', message: error.message }
  const { name, stack = '' } = error instanceof Error ? error : new Error()
  const frames = stack.split('\n').filter((line) => /^ {4}at /u.test(line))
  return { kind: 'bug', name, frames: frames.join('\n') }
}

export function toError(carried: CarriedError): Error {
  if (carried.kind === 'source') return new SourceError(carried.message)
  if (carried.kind === 'app') {
    const { code, message, userMessage } = carried
    return new AppError(code, message, userMessage === undefined ? {} : { userMessage })
  }
  const error = new Error(`A worker failed (${carried.name})`)
  error.stack = `${error.message}\n${carried.frames}`
  return error
}
