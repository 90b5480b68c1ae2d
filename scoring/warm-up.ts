import type { ScorablePost } from './post-score.ts'

/**
 * Enough rounds for the JIT compiler to find the code that runs often. More rounds would only delay the
 * start.
 */
const rounds = 100
/**
 * The number of rounds before long texts. The engine starts to collect type information only after some
 * rounds.
 */
const firstRounds = 20

/** A text of some 50,000 characters. */
const longRepeats = 25
/**
 * Two lengths, each larger than the buffers so far, so that the code that makes buffers grow is compiled now
 * and not during a real post.
 */
const growingRepeats = [8, longRepeats]

/**
 * Contains every kind of token and sentence, because code that has never run would be compiled during a real
 * post.
 */
const warmUpPost: ScorablePost = {
  title: 'Is there any software that tracks repairs for a bike shop?',
  selftext: `> Does anyone quote this line?

I'm a landlord & I don't need a CRM, I was told. My boss hates our current tool — it costs $1,200.50 a month!
- Right now we copy everything by hand into a spreadsheet every week, and because nobody has the time to check what was entered, we lose track of jobs, which means that customers call us, and then somebody has to look it up again, which takes hours.
- See https://example.org/list?a=1, www.example.org or /r/smallbusiness, e.g. the naïve ones “from 2025” (20% off).

1. I would gladly pay for something that isn't too expensive; we tried QuickBooks, Excel etc. but none of them works. 🙂
2. I built a small script... check it out, sign up &amp; tell me what you think. Thanks, it&#39;s solved [edit]!
3) "Add an export - or let us extend the list", said our clerk. (Please add it to the app.)
* We would add a button, if we could. The app crashes when I save, and
the order is lost. it happens on version no. nine, so we stopped. Not looking for an app? I paid £40 (€50) for it.

The shop opens at nine, and the clerk reads the mail, then he writes the names of all customers on paper - as his father did - because the program that we bought two years ago does not read our mail, and when the paper is full he types the names into the program, which is slow, so the list is never complete before noon, although two of us help him, and if someone calls while we type we have to start again, which is why I look for an app or a service that reads the mail for us and keeps the list, but I have not found one that we could afford.`,
  community: 'smallbusiness',
}

function repeat(times: number): ScorablePost {
  return { ...warmUpPost, selftext: Array(times).fill(warmUpPost.selftext).join('\n\n') }
}

/**
 * Scores an invented post until the scorer is at full speed, so that the first real post of any length is
 * fast.
 */
export function warmUp(scorePost: (post: ScorablePost) => unknown): void {
  for (let round = 0; round < firstRounds; round++) scorePost(warmUpPost)
  for (const times of growingRepeats) scorePost(repeat(times))
  for (let round = firstRounds; round < rounds; round++) scorePost(warmUpPost)
  scorePost(repeat(longRepeats))
}
