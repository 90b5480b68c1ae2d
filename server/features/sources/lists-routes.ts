import type { FastifyInstance } from 'fastify'
import {
  deleteListEndpoint,
  listListsEndpoint,
  readListsEndpoint,
  saveListEndpoint,
} from '#contract/community-lists.ts'
import { serve } from '#server/doors/web/serve.ts'
import { deleteList, listLists, type ManageLists, saveList } from './manage-lists.ts'

export function addListsRoutes(app: FastifyInstance, deps: ManageLists): void {
  serve(app, listListsEndpoint, ({ caller }) => listLists(deps, caller.userId))
  serve(app, saveListEndpoint, ({ caller, body: { listName, communities } }) =>
    saveList(deps, caller.userId, { name: listName, communities }),
  )
  serve(app, deleteListEndpoint, ({ caller, params }) => deleteList(deps, caller.userId, params.listId))
  serve(app, readListsEndpoint, ({ body, caller }) => deps.readForeignLists(caller.userId, body.text))
}
