import { basename } from 'node:path'
import type { V1Post } from '#contract/v1/v1-post.ts'
import { type Asked, runPart, tell, tellPost } from './asked-command.ts'
import { CommandRefused } from './instance-client.ts'
import { print } from './run-command.ts'
import { readTextFile } from './texts-to-score.ts'

type Collection = { id: string; name: string; state: string; rows: number }

const tellCollection = ({ id, name, state, rows }: Collection) =>
  tell(`${id}  ${name}  ${state}  ${rows} rows`)

async function list({ call, json }: Asked): Promise<number> {
  const reply = await call<{ collections: Collection[] }>('/own/collections')
  if (json) print(JSON.stringify(reply))
  else reply.collections.forEach(tellCollection)
  return 0
}

async function add({ call, words, json, name }: Asked): Promise<number> {
  const [file, ...more] = words
  if (file === undefined || more.length > 0) throw new CommandRefused('Name one file. See --help.', 2)
  const text = await readTextFile(file)
  const reply = await call<Collection>('/own/collections', { name: name ?? basename(file), text })
  if (json) print(JSON.stringify(reply))
  else tellCollection(reply)
  return 0
}

async function search({ call, words, json, limit }: Asked): Promise<number> {
  const asked = words.length === 0 ? {} : { keyword: words.join(' ') }
  const reply = await call<{ posts: V1Post[]; searchedRows: number }>('/own/search', asked)
  if (json) print(JSON.stringify(reply))
  else {
    reply.posts.slice(0, limit).forEach(tellPost)
    tell(`${reply.searchedRows} rows were searched`)
  }
  return 0
}

/** Lists, uploads and searches material of one's own. */
export const own = (asked: Asked) => runPart({ list, add, search }, asked)
