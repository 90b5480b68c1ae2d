import { purgeHelp, purgeWanted, readPostId, type WantedPost } from '#server/features/deletion/purge-posts.ts'
import { wireDeletion } from '#server/wire-deletion.ts'
import { print, runCommand, say } from './run-command.ts'
import { withDatabase } from './with-database.ts'

function purge(wanted: readonly WantedPost[]): Promise<number> {
  return withDatabase(async (database) => {
    const purging = wireDeletion({ database, clock: () => new Date() })
    return (await purgeWanted({ ...purging, print }, wanted)) > 0 ? 3 : 0
  })
}

await runCommand(async () => {
  const given = process.argv.slice(2)
  if (given.includes('--help')) {
    print(purgeHelp)
    return 0
  }
  const wanted = given.map((text) => readPostId(text))
  const wrong = given.find((_, at) => wanted[at] === undefined)
  if (given.length === 0 || given.some((text) => text.startsWith('-'))) {
    say('Give the ids of posts. See --help.')
    return 2
  }
  if (wrong !== undefined) {
    say(`${JSON.stringify(wrong)} is no id of a post. See --help.`)
    return 2
  }
  return purge(wanted.filter((one) => one !== undefined))
})
