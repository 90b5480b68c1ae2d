import type { FastifyInstance } from 'fastify'
import {
  deleteListEndpoint,
  listListsEndpoint,
  readListsEndpoint,
  saveListEndpoint,
} from '#contract/community-lists.ts'
import { limits } from '#contract/limits.ts'
import { serve } from '#server/http/serve.ts'
import { deleteList, listLists, type ManageLists, saveList } from './manage-lists.ts'

/** In JSON one UTF-16 unit takes at most six bytes. */
const exportBytes = limits.listFileCharacters * 6 + 1024

export function addListsRoutes(app: FastifyInstance, deps: ManageLists): void {
  serve(app, listListsEndpoint, ({ caller }) => listLists(deps, caller.userId))
  serve(app, saveListEndpoint, ({ caller, body: { listName, communities } }) =>
    saveList(deps, caller.userId, { name: listName, communities }),
  )
  serve(app, deleteListEndpoint, ({ caller, params }) => deleteList(deps, caller.userId, params.listId))
  app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.bodyLimit = exportBytes
    })
    serve(scope, readListsEndpoint, async ({ body }) => deps.readForeignLists(body.text))
  })
}
