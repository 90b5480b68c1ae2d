import { stemWord } from '#scoring/themes/stem-word.ts'
import { readTopicWords } from '#scoring/themes/topic-words.ts'
import { archivePresent, readArchivePosts } from './scoring-archive.ts'

// Which stems stand in how many public posts: what scoring/themes/word-weights.ts was made from.

const shares = [0.05, 0.02, 0.01, 0.005]

if (archivePresent()) {
  const posts = await readArchivePosts(Number.POSITIVE_INFINITY)
  const holders = new Map<string, number>()
  for (const post of posts) {
    const { word, count, texts } = readTopicWords([{ ...post, opportunityScore: 0, evidence: [] }])
    const stems = new Set(Array.from(word.subarray(0, count), (one) => stemWord(texts[one] ?? '')))
    for (const stem of stems) holders.set(stem, (holders.get(stem) ?? 0) + 1)
  }
  let below = Number.POSITIVE_INFINITY
  for (const share of shares) {
    const least = share * posts.length
    const stems = [...holders].filter(([, count]) => count >= least && count < below)
    console.log(`\nIn ${share * 100}% of ${posts.length} posts and more: ${stems.length} stems`)
    console.log(
      stems
        .map(([stem]) => stem)
        .sort()
        .join(' '),
    )
    below = least
  }
} else {
  console.log('Theme words: skipped, ../shared/posts/posts.ndjson.zst is not on this machine.')
}
