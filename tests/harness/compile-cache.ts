import { join } from 'node:path'

/** Where Node keeps what it compiled, so that a program that is started again starts with up to a third less work. */
export const compileCache = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/node-compiled'),
}
