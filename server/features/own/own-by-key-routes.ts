import type { FastifyInstance } from 'fastify'
import { toV1Post } from '#contract/v1/to-v1-post.ts'
import { v1OwnCollectionsEndpoint, v1OwnEndpoint } from '#contract/v1/v1-watches.ts'
import { serve } from '#server/doors/web/serve.ts'
import { type SearchMaterial, searchMaterial } from './search-material.ts'
import { listMaterial, type UploadMaterial } from './upload-material.ts'

/** An account's uploads, for programs. */
export function addOwnByKeyRoutes(app: FastifyInstance, deps: UploadMaterial & SearchMaterial): void {
  serve(app, v1OwnCollectionsEndpoint, ({ caller }) => listMaterial(deps, caller))
  serve(app, v1OwnEndpoint, async ({ caller, body }) => {
    const { results, searchedRows, otherLanguages, leftOut } = await searchMaterial(deps, caller.userId, body)
    const posts = results.map((row) => ({ ...toV1Post(row), rating: row.rating ?? null }))
    return { posts, searchedRows, otherLanguages, note: leftOut }
  })
}
