import type { InstanceCounts } from '#contract/instance-counts.ts'

/** From how many on a site may speak of hundreds, or of thousands. */
const hundreds = 200
const thousands = 2_000

const number = new Intl.NumberFormat('en-US')

function amount(count: number): 'Thousands' | 'Hundreds' | null {
  if (count >= thousands) return 'Thousands'
  return count >= hundreds ? 'Hundreds' : null
}

/** What this site can say of itself: big words only where its own counts bear them out. */
export function countsWords({ accounts, posts, threadsReadLastDay }: InstanceCounts): string[] {
  const founders = amount(accounts)
  const threads = amount(threadsReadLastDay)
  return [
    ...(founders ? [`${founders} of founders have an account here.`] : []),
    ...(threads ? [`${threads} of threads were read in the last 24 hours.`] : []),
    posts > 0
      ? `This site searches ${number.format(posts)} ${posts === 1 ? 'post' : 'posts'} from public discussions.`
      : 'This site searches a starter collection of sample posts until its operator brings real ones.',
  ]
}
