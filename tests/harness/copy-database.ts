import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'

/**
 * Puts a copy of a newly created database into a data folder, because creating a database takes several times
 * the work of starting its server. Without the `cp` command, the first start creates the database.
 */
export async function copyDatabase(dataDir: string): Promise<void> {
  if (process.platform === 'win32') return
  const parts = ['postgres', 'postgres.password'].map((name) => join(inject('madeDatabase'), name))
  // `cp` keeps the owner of the files, unlike Node's own copying.
  await promisify(execFile)('cp', ['-a', ...parts, dataDir])
}
