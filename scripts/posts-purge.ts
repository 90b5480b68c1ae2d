import {
  purgeHelp,
  purgeWanted,
  readPostId,
  type WantedPost,
} from '#server/features/archive/store/purge-posts.ts'
import { wireDeletion } from '#server/wiring/wire-deletion.ts'
import { print, runCommandWith, say, withDatabase } from './run-command.ts'

function purge(wanted: readonly WantedPost[]): Promise<number> {
  return withDatabase(async (database, config) => {
    const purging = wireDeletion({ database, config, clock: () => new Date() })
    return (await purgeWanted({ ...purging, print }, wanted)) > 0 ? 3 : 0
  })
}

await runCommandWith({ help: purgeHelp, takesFiles: true }, async ({ files: given }) => {
  if (given.length === 0) {
    say('Give the ids of posts. See --help.')
    return 2
  }
  const wanted = given.flatMap((text) => readPostId(text) ?? [])
  const wrong = given.find((text) => readPostId(text) === undefined)
  if (wrong === undefined) return purge(wanted)
  say(`${JSON.stringify(wrong)} is not the id of a post. See --help.`)
  return 2
})
