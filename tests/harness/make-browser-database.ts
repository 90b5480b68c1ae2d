import { rm } from 'node:fs/promises'
import { madeDatabase, makeDataDir, startProductOn } from './browser-product.ts'

/** Creates a database before all journeys; the product of each journey begins with a copy of it. */
export default async function makeBrowserDatabase(): Promise<() => Promise<void>> {
  const dataDir = await makeDataDir('made')
  const clear = () => rm(dataDir, { recursive: true, force: true })
  // Without the `cp` command each product creates its own database.
  if (process.platform === 'win32') return clear
  const product = await startProductOn(dataDir)
  await product.stop()
  process.env[madeDatabase] = dataDir
  return clear
}
