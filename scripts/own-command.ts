import { basename } from 'node:path'
import type { V1Collection, V1Collections, V1OwnRows } from '#contract/v1/v1-own.ts'
import { type Asked, answer, runPart, tell, tellPost } from './asked-command.ts'
import { CommandRefused } from './instance-client.ts'
import { readTextFile } from './texts-to-score.ts'

const tellCollection = ({ id, name, state, rows }: V1Collection) =>
  tell(`${id}  ${name}  ${state}  ${rows} rows`)

async function list(asked: Asked): Promise<number> {
  const reply = await asked.call<V1Collections>('/own/collections')
  return answer(asked, reply, ({ collections }) => collections.forEach(tellCollection))
}

async function add(asked: Asked): Promise<number> {
  const { call, words, name } = asked
  const [file, ...more] = words
  if (file === undefined || more.length > 0) throw new CommandRefused('Name one file. See --help.', 2)
  const text = await readTextFile(file)
  const reply = await call<V1Collection>('/own/collections', { name: name ?? basename(file), text })
  return answer(asked, reply, tellCollection)
}

async function search(asked: Asked): Promise<number> {
  const { call, words, limit } = asked
  const body = words.length === 0 ? {} : { keyword: words.join(' ') }
  const reply = await call<V1OwnRows>('/own/search', body)
  return answer(asked, reply, ({ posts, searchedRows }) => {
    posts.slice(0, limit).forEach(tellPost)
    tell(`${searchedRows} rows were searched`)
  })
}

/** Lists, uploads and searches own material. */
export const own = (asked: Asked) => runPart({ list, add, search }, asked)
