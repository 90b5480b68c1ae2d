import { once } from 'node:events'
import { catchUpIndex } from '#server/features/archive/find/index/keep-index.ts'
import { type IndexPlace, writeIndex } from './wire-index-place.ts'

// Brings the index up to date in a process of its own, whose end returns all memory to the system.

// A process that was killed could not end this one.
process.once('disconnect', () => process.exit())
const [place] = (await once(process, 'message')) as [IndexPlace]
await writeIndex(place, catchUpIndex, new AbortController().signal)
process.exit()
