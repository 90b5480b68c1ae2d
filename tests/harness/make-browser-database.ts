import { rm } from 'node:fs/promises'
import { madeDatabase, makeDataDir, startProductOn } from './browser-product.ts'

/**
 * Runs before all journeys: starts the product once, so that each of their products begins with a copy of its
 * database.
 */
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
