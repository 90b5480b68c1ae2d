import { SourceError } from '#server/ports.ts'

/** Why reading a target failed, for the operator: only our own errors promise to hold no text and no secret. */
export function explainScanFailure(error: unknown): string {
  if (error instanceof SourceError) return `The source ${error.message.replace(/\.?$/u, '.')}`
  if (error instanceof Error && error.name === 'ArchiveWriteError') {
    return `The posts could not be kept: ${error.message.replace(/\.?$/u, '.')}`
  }
  return 'Something unexpected happened; the log says what.'
}
