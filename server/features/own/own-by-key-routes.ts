import type { FastifyInstance } from 'fastify'
import { toV1OwnBrief } from '#contract/v1/to-v1-brief.ts'
import { toV1Post, toV1Reasons } from '#contract/v1/to-v1-post.ts'
import * as contract from '#contract/v1/v1-own.ts'
import { serve } from '#server/doors/web/serve.ts'
import { type BriefMaterial, briefMaterial } from './brief-material.ts'
import { readOwnRowOf, type SearchMaterial, searchMaterial } from './search-material.ts'
import { deleteMaterial, listMaterial, type UploadMaterial } from './upload-material.ts'
import { uploadWhole } from './upload-whole.ts'

async function readRow(deps: SearchMaterial, userId: string, rowId: string) {
  const row = await readOwnRowOf(deps, userId, rowId)
  const { title, selftext: text, evidence, opportunityScore: score, createdAt } = row
  const reasons = toV1Reasons(evidence, { title, text, offset: 0 })
  return { ...row, text, score, reasons, base: row.base ?? null, createdAt: createdAt || null }
}

/** The uploads of an account, for programs with a key. */
export function addOwnByKeyRoutes(
  app: FastifyInstance,
  deps: UploadMaterial & SearchMaterial & BriefMaterial,
): void {
  serve(app, contract.v1OwnCollectionsEndpoint, ({ caller }) => listMaterial(deps, caller))
  serve(app, contract.v1UploadOwnEndpoint, ({ caller, body }) => uploadWhole(deps, caller, body))
  serve(app, contract.v1OwnEndpoint, async ({ caller, body }) => {
    const { results, searchedRows, otherLanguages, leftOut } = await searchMaterial(deps, caller.userId, body)
    const posts = results.map((row) => ({ ...toV1Post(row), rating: row.rating ?? null }))
    return { posts, searchedRows, otherLanguages, note: leftOut }
  })
  serve(app, contract.v1OwnBriefEndpoint, async ({ caller, body }) =>
    toV1OwnBrief(await briefMaterial(deps, caller.userId, body)),
  )
  serve(app, contract.v1OwnRowEndpoint, ({ caller, params }) => readRow(deps, caller.userId, params.rowId))
  serve(app, contract.v1DeleteOwnEndpoint, async ({ caller, params }) => {
    await deleteMaterial(deps, caller, params.collectionId)
    return listMaterial(deps, caller)
  })
}
