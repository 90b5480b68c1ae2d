import { join } from 'node:path'

/** The folder of Node's compile cache: a program that starts again does up to a third less work. */
export const compileCache = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/node-compiled'),
}
