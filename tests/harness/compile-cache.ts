import { join } from 'node:path'

/** Where Node keeps what it compiled, so that a product that is started again starts with a third less work. */
export const compileCache = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/node-compiled'),
}
