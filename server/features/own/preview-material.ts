import { cutText } from '#contract/cut-text.ts'
import { findForeignFile } from '#contract/foreign-file.ts'
import type { OwnMapping } from '#contract/own-material.ts'
import { publicError } from '#server/errors.ts'
import { describeKnown } from './known-rows-rules.ts'
import type { KnownRowsStore } from './known-rows-store.ts'
import type { OwnCollectionStore } from './own-collection-store.ts'
import type { GivenReading, previewFile } from './preview-file.ts'

/** The results of workers that read the start of a user's file. Both throw `own_unreadable`. */
export type LookAtFile = {
  previewFile: (
    userId: string,
    head: readonly string[],
    given: GivenReading,
  ) => ReturnType<typeof previewFile>
  requireColumns: (userId: string, head: readonly string[], mapping: OwnMapping) => Promise<void>
}

export type PreviewMaterial = LookAtFile & {
  collections: Pick<OwnCollectionStore, 'findCollection' | 'readUpload' | 'readParts'>
  known: Pick<KnownRowsStore, 'countKnown'>
}

/**
 * A preview of a table with very long rows ends after this many characters. For a text, a few lines are
 * sufficient.
 */
const charactersLookedAt = { rows: 2_000_000, text: 20_000 }

const unreadable = (userMessage: string) => publicError('own_unreadable', userMessage)

/** If a larger share of the characters at the start is invalid, the file is binary or in another encoding. */
const mostOdd = 0.02

/**
 * Before anything is stored, rejects files that are neither a table nor text. Stored parts have a special
 * character for invalid UTF-8.
 */
export function requireText(stored: string): void {
  const foreign = findForeignFile(stored)
  if (foreign !== null) throw unreadable(`This is ${foreign.what}. ${foreign.advice}`)
  const start = cutText(stored, charactersLookedAt.text)
  const odd = start.match(/[^\P{Cc}\s]|\uFFFD/gu) ?? []
  if (odd.length <= mostOdd * start.length) return
  throw unreadable('This is not UTF-8 text. Save it as a CSV or plain text file, and upload that.')
}

/** The first parts of a file, for the preview. */
export async function readHead({ collections }: PreviewMaterial, id: string): Promise<string[]> {
  const { parts, last } = await collections.readUpload(id)
  if (parts === 0) throw unreadable('Nothing was sent yet. Choose a file, or paste a text.')
  if (parts !== last + 1) throw unreadable('Some parts of the file did not arrive. Send it again.')
  const head: string[] = []
  let characters = 0
  for await (const part of collections.readParts(id)) {
    head.push(part)
    characters += part.length
    if (characters >= charactersLookedAt.rows) break
  }
  return head
}

export async function previewMaterial(
  deps: PreviewMaterial,
  { userId, collectionId }: { userId: string; collectionId: string },
  given: GivenReading,
) {
  const found = await deps.collections.findCollection(userId, collectionId)
  if (found?.state !== 'uploading') {
    throw publicError('not_found', 'This collection does not exist, or its file was read already.')
  }
  const head = await readHead(deps, collectionId)
  const { texts, notes, ...preview } = await deps.previewFile(userId, head, given)
  const known = await deps.known.countKnown(userId, texts)
  return { ...preview, notes: [...describeKnown(known, texts.length), ...notes] }
}
