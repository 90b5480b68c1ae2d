import type { OwnCollection, OwnMapping } from '#contract/own-material.ts'
import { previewMaterial } from './preview-material.ts'
import {
  createCollection,
  mapMaterial,
  type Owner,
  type UploadMaterial,
  uploadPart,
} from './upload-material.ts'

type WholeFile = {
  name: string
  text: string
  format?: OwnMapping['format'] | undefined
  hasHeader?: boolean | undefined
  /** Columns that are not given are guessed. */
  columns?: { [Role in keyof OwnMapping]?: OwnMapping[Role] | undefined } | undefined
}

/** Uploads a file as one part and starts to score it. If the file cannot be read, nothing is stored. */
export async function uploadWhole(
  deps: UploadMaterial,
  owner: Owner,
  { name, text, columns = {}, format, hasHeader }: WholeFile,
): Promise<OwnCollection> {
  const { userId } = owner
  const { id: collectionId } = await createCollection(deps, owner, name)
  try {
    await uploadPart(deps, owner, { collectionId, part: 0, text })
    const { mapping: guessed } = await previewMaterial(deps, { userId, collectionId }, { format, hasHeader })
    const given = Object.fromEntries(Object.entries(columns).filter(([, column]) => column !== undefined))
    return await mapMaterial(deps, owner, { collectionId, mapping: { ...guessed, ...given } })
  } catch (error) {
    await deps.collections.deleteCollection(userId, collectionId)
    throw error
  }
}
