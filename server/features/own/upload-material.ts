import { limits } from '#contract/limits.ts'
import type { OwnCollection, OwnCollectionsReply, OwnMapping } from '#contract/own-material.ts'
import type { Clock } from '#server/clock.ts'
import { publicError } from '#server/errors.ts'
import type { KnownRowsStore } from './known-rows-store.ts'
import type { OwnCollectionStore } from './own-collection-store.ts'
import { storablePart } from './part-rules.ts'
import { type LookAtFile, readHead, requireText } from './preview-material.ts'

export type Owner = { userId: string; tier: 'free' | 'pro' }

export type UploadMaterial = LookAtFile & {
  collections: OwnCollectionStore
  known: KnownRowsStore
  clock: Clock
  wakeJobs: () => void
}

const whole = new Intl.NumberFormat('en-US')

const noCollection = () => publicError('not_found', 'This collection does not exist any more.')
const limitReached = (userMessage: string) => publicError('own_limit', userMessage)

const countRows = (collections: readonly OwnCollection[]) =>
  collections.reduce((sum, { rows }) => sum + rows, 0)

export async function listMaterial(deps: UploadMaterial, owner: Owner): Promise<OwnCollectionsReply> {
  const collections = await deps.collections.listCollections(owner.userId)
  return { collections, rows: countRows(collections), mostRows: limits.ownRows[owner.tier] }
}

/** Rejects an upload in advance if there is no space for a single row. */
export async function createCollection(
  { collections, clock }: UploadMaterial,
  { userId, tier }: Owner,
  name: string,
): Promise<OwnCollection> {
  const mostRows = limits.ownRows[tier]
  if (countRows(await collections.listCollections(userId)) >= mostRows) {
    const more = tier === 'free' ? ` Pro keeps ${whole.format(limits.ownRows.pro)}.` : ''
    throw limitReached(
      `You keep ${whole.format(mostRows)} rows already. Delete a collection to make room.${more}`,
    )
  }
  const created = await collections.createCollection(userId, name, clock())
  if (typeof created === 'object') return created
  if (created === 'in work') {
    throw limitReached(
      `${limits.ownInWork} of your files are not scored yet. Wait for them, choose their columns, or delete one.`,
    )
  }
  throw limitReached(`You have ${limits.ownCollections} collections already. Delete one to make room.`)
}

export async function uploadPart(
  { collections }: UploadMaterial,
  { userId, tier }: Owner,
  sent: { collectionId: string; part: number; text: string },
): Promise<{ parts: number }> {
  const most = limits.ownParts[tier]
  if (sent.part >= most) {
    const characters = whole.format((most * limits.ownPartCharacters) / 1_000_000)
    throw limitReached(`A file of yours has at most ${characters} million characters. Send a part of it.`)
  }
  const text = storablePart(sent.text)
  if (sent.part === 0) requireText(text)
  const parts = await collections.savePart(userId, sent.collectionId, { part: sent.part, text })
  if (parts === null) throw noCollection()
  return { parts }
}

/** From here on, a background job reads the file. */
export async function mapMaterial(
  deps: UploadMaterial,
  { userId }: Owner,
  { collectionId, mapping }: { collectionId: string; mapping: OwnMapping },
): Promise<OwnCollection> {
  const found = await deps.collections.findCollection(userId, collectionId)
  if (found?.state !== 'uploading') throw noCollection()
  await deps.requireColumns(userId, await readHead(deps, collectionId), mapping)
  const started = await deps.collections.startScoring(userId, collectionId, mapping)
  if (started === null) throw noCollection()
  deps.wakeJobs()
  return started
}

export async function deleteMaterial(
  { collections }: UploadMaterial,
  { userId }: Owner,
  collectionId: string,
): Promise<{ message: string }> {
  if (!(await collections.deleteCollection(userId, collectionId))) throw noCollection()
  return { message: 'The collection and all of its rows were deleted.' }
}
