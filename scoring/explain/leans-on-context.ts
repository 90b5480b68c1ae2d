const longest = 90
/** An end such as "about this?" or "close to these": what is meant stands in another sentence. */
const endsElsewhere =
  /\b(?:about|for|like|to|with|of|on|at|in|do|does|doing|did|done|fix|fixing|solve|from|have|having|had|find|found|know|need|want|help|prevent|stop|explain|handle|doing|remember|tried|try|get|got) (?:this|that|these|those|it|them|so|any|either)(?: (?:either|too|yet|before|anymore|myself|please|out|at all|now|anywhere|problem|issue|question))?[\s?.!)…]*$/iu
/** "I would pay $20 for it" says enough. */
const figure = /\d/u
const startsElsewhere = /^(?:(?:and|but|so|also|though) )?(?:this|that|it|these|those|they|he|she)\b/iu
/** A longer sentence that starts with "it" usually says what it is about. */
const longestOfPronoun = 32
const shortest = 16
const fewWords = 4

/**
 * Whether a short sentence says too little without the sentences around it: "Has anyone had this problem?", "On
 * the desk". Titles stand alone, so they may be short.
 */
export function leansOnContext(quote: string, isTitle: boolean): boolean {
  if (quote.length > longest) return false
  if (endsElsewhere.test(quote)) return !figure.test(quote)
  if (isTitle) return false
  if (startsElsewhere.test(quote) && quote.length < longestOfPronoun) return true
  return quote.length < shortest || quote.split(/\s+/u).length < fewWords
}
