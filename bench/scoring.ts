import { archivePresent, readArchivePosts } from './scoring-archive.ts'
import { readBackground } from './scoring-background.ts'
import { labelsPresent, readLabelledPosts } from './scoring-labels.ts'
import { reportModernCheck, reportQuality } from './scoring-report.ts'
import { measureFirstLongPost, measureSpeed } from './scoring-speed.ts'

if (archivePresent()) {
  const posts = await readArchivePosts(Number.POSITIVE_INFINITY)
  const firstMs = measureFirstLongPost(posts)
  const { postsPerSecond, timesTokenizer } = measureSpeed(posts)
  console.log(`Speed over ${posts.length} real posts, one core`)
  console.log(`posts/s                      ${Math.round(postsPerSecond)}`)
  console.log(`times a bare tokenizer pass  ${timesTokenizer.toFixed(1)}`)
  console.log(`first post, of 100 kB        ${firstMs.toFixed(1)} ms`)
} else {
  console.log('Speed: skipped, ../shared/posts/posts.ndjson.zst is not on this machine.')
}
reportModernCheck()
if (labelsPresent() && archivePresent()) {
  reportQuality(readLabelledPosts(), await readBackground())
} else {
  console.log(
    'Quality: skipped, ../shared/scoring/development.jsonl and ../shared/posts are not on this machine.',
  )
}
