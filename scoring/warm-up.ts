import type { ScorablePost } from './post-score.ts'

/** Enough for the compiler to find what is run often; more would only delay the opening. */
const rounds = 100

/** A text of some 25,000 characters: what only a long post makes grow, and be compiled, is then done too. */
const longRepeats = 25

/** Every kind of text that reading tells apart: what was never run is compiled anew in the middle of a real post. */
const warmUpPost: ScorablePost = {
  title: 'Is there any software that tracks repairs for a bike shop?',
  selftext: `> Does anyone quote this line?

I'm a landlord & I don't need a CRM, I was told. My boss hates our current tool — it costs $1,200.50 a month!
- Right now we copy everything by hand into a spreadsheet every week, and because nobody has the time to check what was entered, we lose track of jobs, which means that customers call us, and then somebody has to look it up again, which takes hours.
- See https://example.org/list?a=1, www.example.org or /r/smallbusiness, e.g. the naïve ones “from 2025” (20% off).

1. I would gladly pay for something that isn't too expensive; we tried QuickBooks, Excel etc. but none of them works. 🙂
2. I built a small script... check it out, sign up &amp; tell me what you think. Thanks, it&#39;s solved [edit]!`,
  community: 'smallbusiness',
}

/** Scores a made-up post until it is done at full speed, so that the first real one, of any length, need not wait. */
export function warmUp(scorePost: (post: ScorablePost) => unknown): void {
  for (let round = 0; round < rounds; round++) scorePost(warmUpPost)
  const selftext = Array.from({ length: longRepeats }, () => warmUpPost.selftext).join('\n\n')
  scorePost({ ...warmUpPost, selftext })
}
