import { Readable } from 'node:stream'
import { requireUser } from '#server/errors.ts'
import type { AccountParts } from './account-parts.ts'
import { attemptIdentifiersOf } from './limit-attempts.ts'

export type ExportAccount = Pick<AccountParts, 'accountData' | 'users' | 'clock' | 'exportMaterial'>

const searchesAtOnce = 50

async function* readSearches(deps: ExportAccount, userId: string): AsyncGenerator<object> {
  const ids = await deps.accountData.listSearchIds(userId)
  for (let start = 0; start < ids.length; start += searchesAtOnce) {
    yield* await deps.accountData.readSearches(ids.slice(start, start + searchesAtOnce))
  }
}

async function* writeAll(rows: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = '\n'
  for await (const row of rows) {
    yield `${separator}${JSON.stringify(row)}`
    separator = ',\n'
  }
}

async function* writeAccount(deps: ExportAccount, account: object, userId: string): AsyncGenerator<string> {
  const head = JSON.stringify({ exportedAt: deps.clock(), ...account }, null, 2)
  yield `${head.slice(0, -2)},\n  "searches": [`
  yield* writeAll(readSearches(deps, userId))
  yield '\n],\n  "ownMaterial": ['
  yield* writeAll(deps.exportMaterial(userId))
  yield '\n]}\n'
}

/** Everything held about the person as one JSON file, read a few searches at a time. */
export async function exportAccount(deps: ExportAccount, userId: string) {
  const { password, ...profile } = requireUser(await deps.users.findUserById(userId))
  const account = {
    profile: { ...profile, hasPassword: password !== null },
    ...(await deps.accountData.readAccountData(userId, attemptIdentifiersOf(profile))),
  }
  return {
    fileName: 'unmet-account.json',
    mediaType: 'application/json; charset=utf-8',
    content: Readable.from(writeAccount(deps, account, userId)),
  }
}
