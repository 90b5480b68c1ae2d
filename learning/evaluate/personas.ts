import { personaNotStated } from '#scoring/persona/persona.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import type { LabelledPost } from '../data/labelled-post.ts'

/**
 * Groups of persona names for people with the same needs. Only the main word of a persona counts, such as
 * "engineer" in "network engineer".
 */
const sameSense = [
  'developer programmer coder engineer',
  'owner founder entrepreneur proprietor seller business shop maker',
  'admin administrator engineer technician sysadmin tech manager professional support worker',
  'designer artist illustrator',
  'marketer marketing advertiser professional',
  'practitioner professional consultant specialist seo',
  'writer novelist author blogger',
  'bride groom couple person',
  'parent dad mom father mother twins',
  'student undergraduate undergrad freshman senior graduate',
  'teacher tutor instructor professor',
  'accountant auditor bookkeeper professional',
  'buyer shopper investor',
  'freelancer contractor',
  'worker clerk technician intern resident pharmacist',
  'seeker applicant candidate',
  'renter tenant',
  'staff volunteer fundraiser manager director',
  'runner jogger',
  'farmer breeder grower keeper',
  'user owner enthusiast',
].map((group) => group.split(' '))

function wordsOf(persona: string): string[] {
  return persona
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((word) => word !== '')
    .map((word) => (word.length > 4 && word.endsWith('s') ? word.slice(0, -1) : word))
}

function sharesWord(one: string, other: string): boolean {
  const words = wordsOf(other)
  return wordsOf(one).some((word) => words.includes(word))
}

/** Whether the main words of two personas are equal or in the same group. */
function agreesInSense(one: string, other: string): boolean {
  const head = wordsOf(one).at(-1) ?? ''
  const otherHead = wordsOf(other).at(-1) ?? ''
  return head === otherHead || sameSense.some((group) => group.includes(head) && group.includes(otherHead))
}

const isStated = (persona: string): boolean => persona.toLowerCase() !== personaNotStated.toLowerCase()

const percent = (part: number, all: number) => `${((100 * part) / Math.max(1, all)).toFixed(0)}% of ${all}`

const { scorePost } = shippedScorer()

/** For posts with two ratings, prints how often the persona agrees with the raters. */
export function reportPersonas(posts: readonly LabelledPost[]): void {
  const twice = posts.filter((post) => post.personas.length > 1)
  const stated = twice.filter((post) => post.personas.every(isStated))
  const silent = twice.filter((post) => !post.personas.some(isStated))
  const count = (from: readonly LabelledPost[], agrees: (given: string, rated: string) => boolean) =>
    from.filter((post) => {
      const given = scorePost(post).persona
      return isStated(given) && post.personas.some((rated) => agrees(given, rated))
    }).length
  const raters = (agrees: (one: string, other: string) => boolean) =>
    stated.filter(({ personas: [one = '', other = ''] }) => agrees(one, other)).length
  const all = stated.length
  console.log('\nPersona, the shipped rules, posts of two raters         ours  the raters between them')
  const ways = { 'same head, or heads of one listed group': agreesInSense, 'some word the same': sharesWord }
  for (const [name, agrees] of Object.entries(ways))
    console.log(`${name.padEnd(41)}${percent(count(stated, agrees), all)}  ${percent(raters(agrees), all)}`)
  const given = stated.filter((post) => isStated(scorePost(post).persona)).length
  console.log(`stated by both, and by us                ${percent(given, all)}`)
  const invented = silent.filter((post) => isStated(scorePost(post).persona)).length
  console.log(`stated by us alone (invented)            ${percent(invented, silent.length)}`)
}
