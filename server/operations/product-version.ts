import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** As in package.json. */
export function productVersion(): string {
  const file = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')
  const { version } = JSON.parse(file) as { version: string }
  return version
}
