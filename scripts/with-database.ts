import { type Config, loadConfig, readEnvironment } from '#server/config.ts'
import { type OpenDatabase, openDatabase } from '#server/database/open-database.ts'
import { say } from './run-command.ts'

/** Opens the database that the environment names for one piece of work, and closes it however that ends. */
export async function withDatabase<T>(
  work: (database: OpenDatabase, config: Config) => Promise<T>,
): Promise<T> {
  const config = loadConfig(readEnvironment())
  const database = await openDatabase(config, 'command', say)
  try {
    return await work(database, config)
  } finally {
    await database.close()
  }
}
