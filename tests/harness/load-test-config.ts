import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, loadConfig } from '#server/config/config.ts'

/**
 * The configuration with these variables. Files go to a temporary folder: in `data/` of this checkout, they
 * would keep a later `npm start` from creating its database.
 */
export const loadTestConfig = (variables: Readonly<Record<string, string>>): Config =>
  loadConfig({ DATA_DIR: join(tmpdir(), `unmet-test-${process.pid}-config`), ...variables })
