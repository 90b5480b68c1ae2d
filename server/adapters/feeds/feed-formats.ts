import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/**
 * The parsers of feeds. Only worker threads use them; the process that answers requests does not load their
 * many modules.
 */
export const feedFormats = () => load('feedsmith') as typeof import('feedsmith')
