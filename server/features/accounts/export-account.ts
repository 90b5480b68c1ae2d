import { Readable } from 'node:stream'
import type { Clock } from '#server/ports.ts'
import type { AccountDataStore } from './account-data-store.ts'
import { requireUser } from './describe-user.ts'
import { attemptIdentifiersOf } from './limit-attempts.ts'
import type { UserStore } from './user-store.ts'

export type ExportAccount = {
  accountData: Pick<AccountDataStore, 'readAccountData' | 'listSearchIds' | 'readSearches'>
  users: Pick<UserStore, 'findUserById'>
  clock: Clock
  /** What the person brought themselves, row by row. */
  exportMaterial: (userId: string) => AsyncIterable<object>
}

/** What is read and held in memory at one time. */
const searchesAtOnce = 50

async function* writeSearches(deps: ExportAccount, userId: string): AsyncGenerator<string> {
  const ids = await deps.accountData.listSearchIds(userId)
  let separator = '\n'
  for (let start = 0; start < ids.length; start += searchesAtOnce) {
    for (const search of await deps.accountData.readSearches(ids.slice(start, start + searchesAtOnce))) {
      yield `${separator}${JSON.stringify(search)}`
      separator = ',\n'
    }
  }
}

async function* writeMaterial(deps: ExportAccount, userId: string): AsyncGenerator<string> {
  let separator = '\n'
  for await (const row of deps.exportMaterial(userId)) {
    yield `${separator}${JSON.stringify(row)}`
    separator = ',\n'
  }
}

async function* writeAccount(deps: ExportAccount, account: object, userId: string): AsyncGenerator<string> {
  const head = JSON.stringify({ exportedAt: deps.clock(), ...account }, null, 2)
  yield `${head.slice(0, -2)},\n  "searches": [`
  yield* writeSearches(deps, userId)
  yield '\n],\n  "ownMaterial": ['
  yield* writeMaterial(deps, userId)
  yield '\n]}\n'
}

/** Everything held about the person as one JSON file, read a few searches at a time. */
export async function exportAccount(
  deps: ExportAccount,
  userId: string,
): Promise<{ fileName: string; mediaType: string; content: Readable }> {
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
