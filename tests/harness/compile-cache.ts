import { join } from 'node:path'

/** The folder of Node's compile cache, which saves a repeated start up to a third of its work. */
export const compileCache = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/node-compiled'),
}
