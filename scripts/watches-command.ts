import type { V1Watch, V1WatchesReply, V1WatchPreview } from '#contract/v1/v1-watches.ts'
import { type Asked, answer, keywordOf, runPart, tell } from './asked-command.ts'
import { CommandRefused } from './instance-client.ts'

const tellWatch = ({ id, name, query, posts, newPosts }: V1Watch) =>
  tell(`${id}  ${name}  (${query})  ${newPosts} new of ${posts} posts`)

async function list(asked: Asked): Promise<number> {
  const reply = await asked.call<V1WatchesReply>('/watches')
  return answer(asked, reply, (all) => all.watches.forEach(tellWatch))
}

const queryOf = ({ words, minScore }: Asked) => ({ query: keywordOf(words), minScore })

async function preview(asked: Asked): Promise<number> {
  const reply = await asked.call<V1WatchPreview>('/watches/preview', queryOf(asked))
  return answer(asked, reply, ({ posts, days, note, costs }) => {
    tell(
      posts === null ? 'Nearly every post contains these words.' : `${posts} posts in the last ${days} days`,
    )
    if (note !== null) tell(note)
    tell(costs === 0 ? 'Adding it costs no search' : 'Adding it costs one search')
  })
}

async function add(asked: Asked): Promise<number> {
  const { name } = asked
  const sent = { ...queryOf(asked), ...(name === undefined ? {} : { name }) }
  return answer(asked, await asked.call<V1Watch>('/watches', sent), tellWatch)
}

async function remove(asked: Asked): Promise<number> {
  const [id, ...more] = asked.words
  if (id === undefined || more.length > 0)
    throw new CommandRefused('Name the id of one watch; "watches" lists them.', 2)
  const path = `/watches/${encodeURIComponent(id)}`
  const reply = await asked.call<V1WatchesReply>(path, undefined, 'DELETE')
  return answer(asked, reply, ({ watches: left }) => tell(`Deleted; ${left.length} are left`))
}

export const watches = (asked: Asked) => runPart({ list, preview, add, remove }, asked)
