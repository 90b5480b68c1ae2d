import { missingData } from '#learning/data/labelled-post.ts'
import { readArchivePosts } from '#learning/data/read-archive.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { groupIntoThemes } from '#scoring/themes.ts'

const { scorePost } = shippedScorer()

// What grouping a full result into themes costs, beside scoring the same posts: node bench/themes.ts

const postsOfResult = 1000
const rounds = 15

/** CPU milliseconds of this process: other work on the machine counts little. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function leastMs(work: () => void): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const from = cpuMs()
    work()
    least = Math.min(least, cpuMs() - from)
  }
  return least
}

if (missingData() === null) {
  const wanted = /invoic|inventory|schedul|spreadsheet|client|software/iu
  const found = (await readArchivePosts(Number.POSITIVE_INFINITY)).filter(
    ({ title, selftext }) => wanted.test(title) || wanted.test(selftext),
  )
  const scored = found
    .map((post) => ({ ...post, ...scorePost(post) }))
    .sort((a, b) => b.opportunityScore - a.opportunityScore)
    .slice(0, postsOfResult)
  const grouping = leastMs(() => void groupIntoThemes(scored))
  const scoring = leastMs(() => {
    for (const post of scored) scorePost(post)
  })
  const { themes, alone } = groupIntoThemes(scored)
  const characters = scored.reduce((sum, { title, selftext }) => sum + title.length + selftext.length, 0)
  console.log(`Themes of the best ${scored.length} posts of a broad search, one core`)
  console.log(`characters a post       ${Math.round(characters / scored.length)}`)
  console.log(`themes / posts in them  ${themes.length} / ${scored.length - alone.length}`)
  console.log(`ms to group             ${grouping.toFixed(1)}`)
  console.log(`ms to score             ${scoring.toFixed(1)}`)
  console.log(`grouping to scoring     ${(grouping / scoring).toFixed(2)}`)
} else {
  console.log('Themes: skipped, ../shared/posts/posts.ndjson.zst is not on this machine.')
}
