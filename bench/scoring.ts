import { archivePresent, readArchivePosts } from './scoring-archive.ts'
import { labelsPresent, readLabelledPosts } from './scoring-labels.ts'
import { reportQuality } from './scoring-report.ts'
import { measureSpeed } from './scoring-speed.ts'

if (labelsPresent()) {
  reportQuality(readLabelledPosts())
} else {
  console.log('Quality: skipped, ../shared/scoring/development.jsonl is not on this machine.')
}
if (archivePresent()) {
  const posts = await readArchivePosts(131_326)
  const { postsPerSecond, timesTokenizer } = measureSpeed(posts)
  console.log(`\nSpeed over ${posts.length} real posts, one core`)
  console.log(`posts/s              ${Math.round(postsPerSecond)}`)
  console.log(`times a bare tokenizer pass  ${timesTokenizer.toFixed(1)}`)
} else {
  console.log('Speed: skipped, ../shared/posts/posts.ndjson.zst is not on this machine.')
}
