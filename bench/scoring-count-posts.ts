/**
 * Adds judged posts whose texts cannot be kept to those to learn from (`train`) or those only to look at (`check`), in
 * place of those of the same id: `node bench/scoring-count-posts.ts train|check FILE...`, lines of JSON with id,
 * community, title, selftext and label.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { makeHitFinder } from '#scoring/find-hits.ts'
import weights from '#scoring/model/weights.json' with { type: 'json' }
import { titleColumn } from '#scoring/model-file.ts'
import { readKeptBackground } from './scoring-background.ts'
import { countedPaths, countPost, encodeCounts, readCountedPosts } from './scoring-counted-posts.ts'
import { type LabelledPost, readLabelledPosts } from './scoring-labels.ts'
import { candidatePhrases, wordsOf } from './scoring-phrases.ts'
import { isNeutral } from './scoring-sensitive-words.ts'
import { readShortLabel } from './scoring-short-label.ts'

/** A word that fewer of these posts have says nothing to learn, and might say who wrote it. */
const leastPosts = 4

const [set, ...files] = process.argv.slice(2)
if ((set !== 'train' && set !== 'check') || files.length === 0)
  throw new Error('Say train or check, then name the files of judged posts to add.')
const posts = new Map<string, LabelledPost & { label: string }>()
for (const file of files) {
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue
    const { id, community, title, selftext, label } = JSON.parse(line)
    const read = { id, community, title, selftext, label, ...readShortLabel(label), personas: [], raters: 1 }
    posts.set(id, read)
  }
}
const other = set === 'train' ? 'check' : 'train'
const elsewhere = readCountedPosts(other)
const twice = elsewhere.find(({ id }) => posts.has(id))
if (twice !== undefined)
  throw new Error(`${twice.id} is one of the posts of "${other}": take it out there first.`)
const before = readCountedPosts(set).filter(({ id }) => !posts.has(id))
const { extra, meaning } = await readKeptBackground()
const kept = candidatePhrases([...readLabelledPosts(), ...extra.map(({ post }) => post)])
const uses = new Map<string, number>()
for (const post of posts.values())
  for (const word of wordsOf([post])) uses.set(word, (uses.get(word) ?? 0) + 1)
// What is learned from must not depend on the posts that it is checked with.
const readBefore = set === 'check' ? [...before, ...elsewhere] : before
for (const { title, body } of readBefore)
  for (const word of new Set([...title, ...body])) uses.set(word, (uses.get(word) ?? 0) + 1)
const frequent = [...uses]
  .filter(([word, count]) => count >= leastPosts && !word.includes(' '))
  .map(([word]) => word)
const learned = new Map<string, number[]>(Object.entries(weights.phrases))
const column = weights.columns.indexOf(titleColumn('score'))
const weightOf = (phrase: string) =>
  Math.max(0, ...(learned.get(phrase)?.slice(column, column + 2) ?? []).map(Math.abs))
const known = kept.filter((phrase) => !phrase.includes(' ') || weightOf(phrase) > 0)
const wording = [...new Set([...known, ...meaning.words, ...frequent])].filter(isNeutral)
const finder = makeHitFinder(wording)
const counted = [...posts.values()].map((post) => countPost(post, finder, wording, weightOf))
writeFileSync(countedPaths[set], encodeCounts([...before, ...counted]))
console.log(`${counted.length} posts counted, ${before.length + counted.length} in ${set}`)
