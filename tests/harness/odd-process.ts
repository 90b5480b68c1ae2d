import { openLine } from '#server/adapters/processes/open-line.ts'

export type OddBehaviour = 'answers' | 'ends before' | 'ends' | 'is stuck'

// A process that `supervise-program.ts` runs, and that behaves as a test wants.

const send = process.send?.bind(process)
if (send === undefined) throw new Error('This program is started by a test')
const line = openLine({ send, on: (event, hear) => process.on(event, hear) }, (question) => {
  if (question === 'stop') process.exit(0)
  return `${question} of ${process.pid}`
})
const behaviour = (await line.ask('given')) as OddBehaviour
if (behaviour === 'ends before') process.exit(3)
await line.ask('ready')
if (behaviour === 'ends') process.exit(4)
if (behaviour === 'is stuck') for (;;);
