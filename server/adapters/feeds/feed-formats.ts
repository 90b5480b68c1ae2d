import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/** The parsers of feeds. They are loaded on first use, because their many modules would slow every start. */
export const feedFormats = () => load('feedsmith') as typeof import('feedsmith')
