import { cutText } from '#contract/cut-text.ts'

const mostNotes = 10
const mostCharacters = 400
const more = `There were more notes than these ${mostNotes}.`

/** Adds new sentences to existing ones without duplicates, up to a limit. */
export function addNotes(standing: readonly string[], told: readonly string[]): string[] {
  const all = new Set([...standing, ...told.map((one) => cutText(one, mostCharacters))])
  all.delete(more)
  const kept = [...all].slice(0, mostNotes)
  return all.size > mostNotes || standing.includes(more) ? [...kept, more] : kept
}
