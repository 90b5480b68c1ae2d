import { missingData } from '#learning/data/labelled-post.ts'
import { type ArchivePost, readArchivePosts } from '#learning/data/read-archive.ts'
import { stemWord } from '#scoring/themes/stem-word.ts'
import { readTopicWords } from '#scoring/themes/topic-words.ts'

// Which stems stand in how many public posts: what scoring/themes/word-weights.ts was made from.

const shares = [0.05, 0.02, 0.01, 0.005]
const postsAtOnce = 2000

/** Adds, for every stem, how many of these posts have it. */
function countHolders(posts: readonly ArchivePost[], holders: Map<string, number>): void {
  const words = readTopicWords(posts.map((post) => ({ ...post, opportunityScore: 0, evidence: [] })))
  posts.forEach((_, at) => {
    const own = words.word.subarray(words.postFrom[at], words.postFrom[at + 1])
    const stems = new Set(Array.from(own, (word) => stemWord(words.texts[word] ?? '')))
    for (const stem of stems) holders.set(stem, (holders.get(stem) ?? 0) + 1)
  })
}

if (missingData() === null) {
  const posts = await readArchivePosts(Number.POSITIVE_INFINITY)
  const holders = new Map<string, number>()
  for (let from = 0; from < posts.length; from += postsAtOnce) {
    countHolders(posts.slice(from, from + postsAtOnce), holders)
  }
  let below = Number.POSITIVE_INFINITY
  for (const share of shares) {
    const least = share * posts.length
    const stems = [...holders].flatMap(([stem, count]) => (count >= least && count < below ? [stem] : []))
    console.log(`\nIn ${share * 100}% of ${posts.length} posts and more: ${stems.length} stems`)
    console.log(stems.sort((a, b) => a.localeCompare(b)).join(' '))
    below = least
  }
} else {
  console.log('Theme words: skipped, ../shared/posts/posts.ndjson.zst is not on this machine.')
}
