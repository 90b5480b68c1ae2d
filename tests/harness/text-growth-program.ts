import { listEndpoints } from './contract-endpoints.ts'
import { countSteps } from './count-steps.ts'
import { hostileTexts } from './hostile-texts.ts'
import { measureGrowth, type TextReader } from './text-growth.ts'

/** Prints a JSON line for each parser: the maximum factor by which doubling a text multiplies its work. */
const { adapterReaders, openAdapterReader } = await import('./adapter-readers.ts')
const { fieldReaders, headerReaders, readersOf } = await import('./field-readers.ts')

const { knownGrowth } = await import('./known-growth.ts')

const [wanted = ''] = process.argv.slice(2)
const named = (readers: Readonly<Record<string, TextReader['read']>>): TextReader[] =>
  Object.entries(readers).map(([name, read]) => ({ name, read }))
const schemas = new Map((await listEndpoints()).flatMap(readersOf).map((one) => [one.field, one]))
const readers = [
  ...(await Promise.all(
    Object.keys(adapterReaders).map(async (name) => ({ name, read: await openAdapterReader(name) })),
  )),
  ...named(headerReaders),
  ...named(knownGrowth),
  ...Object.entries(fieldReaders).flatMap(([field, each]) =>
    named(each).map(({ name, read }) => ({ name: `${field}: ${name}`, read })),
  ),
  ...schemas.values(),
].filter(({ name }) => name.includes(wanted))
/** The suite tests each parser with a part of the texts. `TEXT_GROWTH=all` tests each with all texts. */
const every = process.env.TEXT_GROWTH === 'all' ? 1 : 40
for (const [first, reader] of readers.entries()) {
  const growth = await measureGrowth(reader, hostileTexts({ every, first }), countSteps)
  // JSON cannot represent Infinity.
  console.log(JSON.stringify(growth, (_, value) => (value === Infinity ? 'Infinity' : value)))
}
