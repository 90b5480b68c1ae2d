import { signalRules } from './signal-rules.ts'

/** A joke, a story told for its own sake, an opinion poll. */
export const joke = signalRules('joke', {
  families: {
    'a story': [
      'lol|lmao|haha|hahaha|rofl|funny|hilarious|joke|jokes|meme|memes',
      'true story',
      'story time',
      'he|she says|said|asks|asked|replies|replied|calls|called|told|goes|looks|walks|responds|asks|comes|came|looked',
      'so i|he|she|there said|told|was|i|says|says',
      'the other day',
      'one day',
      'years ago',
      'back in',
      'this guy|morning|lady|woman',
      'a guy|woman|lady|man|user|customer|caller|coworker',
      'fast forward',
      'facepalm|headdesk|idiot|idiots|stupid|moron',
      'long story',
      'i was working|sitting|like|walking',
      'few|couple months|years|weeks ago',
    ],
    'a poll of opinions': [
      'whats|what is|are|was your the? favorite|best|worst|biggest|opinion|thoughts',
      'what are|is your thoughts|opinion|opinions|take|views',
      'do you think|believe|feel|agree',
      'what would you|happen',
      'am i|is it wrong|crazy|bad|normal|just',
      'who|anyone|anybody else here|think|thinks|love|loves|loved|excited|remember',
      'does anyone|anybody else',
      'share|post|tell|show your|us|me',
      'unpopular opinion',
      'hot take',
      'thoughts ?',
      'why do|does|is|are people|everyone|so|you|it|this|there',
      'if you could|had|were',
      'horror stories',
      'success stories',
      'just curious|wondering',
    ],
  },
})
