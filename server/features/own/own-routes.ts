import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/own-material.ts'
import { serve } from '#server/doors/web/serve.ts'
import { type BriefMaterial, briefMaterial } from './brief-material.ts'
import { previewMaterial } from './preview-material.ts'
import { readOwnRowOf, type SearchMaterial, searchMaterial } from './search-material.ts'
import {
  createCollection,
  deleteMaterial,
  listMaterial,
  mapMaterial,
  type UploadMaterial,
  uploadPart,
} from './upload-material.ts'

/** A user's own material. The owner is always the user of the session. */
export function addOwnRoutes(app: FastifyInstance, deps: UploadMaterial & SearchMaterial & BriefMaterial) {
  serve(app, contract.listOwnEndpoint, ({ caller }) => listMaterial(deps, caller))
  serve(app, contract.createOwnEndpoint, ({ caller, body }) =>
    createCollection(deps, caller, body.collectionName),
  )
  serve(app, contract.uploadOwnPartEndpoint, ({ caller, params, body }) =>
    uploadPart(deps, caller, {
      collectionId: params.collectionId,
      part: Number(params.part),
      text: body.text,
    }),
  )
  serve(app, contract.previewOwnEndpoint, ({ caller: { userId }, params: { collectionId }, body }) =>
    previewMaterial(deps, { userId, collectionId }, body),
  )
  serve(app, contract.mapOwnEndpoint, ({ caller, params: { collectionId }, body: { mapping } }) =>
    mapMaterial(deps, caller, { collectionId, mapping }),
  )
  serve(app, contract.deleteOwnEndpoint, ({ caller, params }) =>
    deleteMaterial(deps, caller, params.collectionId),
  )
  serve(app, contract.searchOwnEndpoint, ({ caller, body }) => searchMaterial(deps, caller.userId, body))
  serve(app, contract.ownBriefEndpoint, ({ caller, body }) => briefMaterial(deps, caller.userId, body))
  serve(app, contract.readOwnRowEndpoint, ({ caller, params }) =>
    readOwnRowOf(deps, caller.userId, params.rowId),
  )
}
