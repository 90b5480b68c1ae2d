import { limitsOf, parseKeyword } from '#contract/parse-keyword.ts'
import type { SourceCoverage } from '#contract/search.ts'
import { nothingToSearch, onlyCommunities } from './archive-query-rules.ts'

const isForeign = (text: string) => /\p{L}/u.test(text) && !/\p{Script=Latin}/u.test(text)

/** What to try after a search that found nothing. Names only what this keyword contains. */
function adviseNext(keyword: string): string {
  const { keyword: words, terms } = parseKeyword(keyword)
  if (isForeign(words)) return 'Only posts in English are searched, so try English words.'
  const drop = [
    words.includes('"') ? 'the quotes' : '',
    terms.some(({ excluded }) => excluded) ? 'the -words' : '',
    limitsOf(keyword),
  ].filter((one) => one !== '')
  const dropped = drop.length === 0 ? '' : ` drop ${drop.join(' and ')},`
  return `Try fewer or more common words,${dropped} or name the task rather than a product.`
}

/** Explains why there are no results and what to try. Names the searched sources. */
export function explainEmpty(keyword: string, coverage: readonly SourceCoverage[]): string {
  const answered = coverage.filter((source) => source.failed === null)
  const leftOut = coverage.flatMap((source) => source.leftOut ?? []).join(' ')
  if (answered.length === 1 && leftOut.includes(onlyCommunities)) return leftOut
  if (answered.length === 1 && leftOut.includes(nothingToSearch))
    return `${leftOut} Add a word for a task, a trade or a tool.`
  const searched = answered.map((source) => {
    const posts = source.posts === null ? 'posts' : `${source.posts.toLocaleString('en-US')} posts`
    return source.sample ? `the ${posts} of the starter collection` : `${posts} in ${source.source}`
  })
  const where = searched.length === 0 ? 'nothing' : searched.join(' and ')
  const told = leftOut === '' ? '' : ` ${leftOut}`
  return `No post matches "${keyword}" (searched ${where}).${told} ${adviseNext(keyword)}`
}
