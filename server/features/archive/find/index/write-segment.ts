import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { BuiltSegment } from './build-segment.ts'
import { type SegmentParts, writeFoot } from './segment-format.ts'

const bufferBytes = 1 << 20

/** A file that is written from its start to its end. The file gets its name when it is complete. */
export function createSegment(folder: string, name: string) {
  const unfinished = join(folder, `${name}.written`)
  const file = openSync(unfinished, 'w')
  let buffer = Buffer.alloc(bufferBytes)
  let held = 0
  let written = 0
  const write = (bytes: Uint8Array) => {
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
  }
  const flush = () => {
    write(buffer.subarray(0, held))
    held = 0
  }
  return {
    /** The number of bytes written so far. */
    length: () => written,
    append(bytes: Uint8Array): void {
      written += bytes.length
      if (held + bytes.length > bufferBytes) flush()
      if (bytes.length > bufferBytes) write(bytes)
      else {
        buffer.set(bytes, held)
        held += bytes.length
      }
    },
    finish(parts: SegmentParts, listBytes: number): void {
      for (const bytes of writeFoot(parts, listBytes, written - listBytes)) this.append(bytes)
      flush()
      fsyncSync(file)
      renameSync(unfinished, join(folder, name))
      closeSync(file)
      buffer = Buffer.alloc(0)
    },
    /** Closes a file that could not be finished. An open file would use disk space even when deleted. */
    abandon: () => closeSync(file),
  }
}

export type SegmentFile = ReturnType<typeof createSegment>

export function writeSegment(folder: string, name: string, { lists, records, ...parts }: BuiltSegment): void {
  const file = createSegment(folder, name)
  try {
    file.append(lists)
    file.append(records)
    file.finish(parts, lists.length)
  } catch (error) {
    file.abandon()
    throw error
  }
}
