import type { ScorablePost } from '#scoring/post-score.ts'
import { makeTokenizer } from '#scoring/text/tokenize.ts'
import { emptyTokens, opensSentence, quoted, readingWords, type Tokens } from '#scoring/text/tokens.ts'
import { buildVocabulary } from '#scoring/text/vocabulary.ts'

/** Words about health, body, orientation, belief, politics or descent, which are never learned. */
const sensitive = new Set(
  [
    'adhd autism autistic aspergers ocd bipolar depression depressed depressive anxiety anxious panic ptsd suicide suicidal',
    'diabetes diabetic cancer tumor hiv aids epilepsy seizure seizures asthma arthritis migraine migraines disease diseases illness',
    'disabled disability disabilities handicap handicapped wheelchair blind deaf dyslexia dyslexic insomnia addict addicted addiction',
    'alcoholic alcoholism rehab pregnant pregnancy miscarriage abortion fertility menopause symptom symptoms diagnosis diagnosed',
    'surgery therapy therapist psychiatrist psychologist medication medications meds prescription insulin chemo a1c obese obesity',
    'anorexia bulimia herpes stds acne allergy allergies allergic infection injury injured chronic mental schizophrenia',
    'gay lesbian homosexual homosexuality bisexual hetero heterosexual queer trans transgender transsexual lgbt lgbtq sexuality',
    'sex sexual sexually virgin virginity fetish porn masturbation penis vagina',
    'religion religious christian christians christianity catholic catholics protestant mormon mormons jewish jew jews muslim muslims',
    'islam islamic hindu buddhist buddhism atheist atheists atheism god jesus christ bible church pastor priest mosque prayer pray',
    'black blacks african asian asians hispanic latino latina mexican mexicans indian indians chinese arab arabs caucasian white whites',
    'racial racist racism ethnic ethnicity minority minorities immigrant immigrants tribe nationality',
    'republican republicans democrat democrats liberal liberals conservative conservatives libertarian communist socialist obama romney',
    'politics political trump biden harris election elections abdominal vegan vegetarian feminist feminists feminism gender genders',
    'disorder disorders overweight skinny fat fatter sober sobriety drunk drinking alcohol drug drugs weed smoking smoker smokers',
    'agnostic asexual monogamous masculine feminine sexist sexism rape raped retarded slave slaves slavery nazi nazis stoned stoner',
    'lsd mdma shrooms bong heroin cocaine breast breasts boob boobs cock cum cunt pussy slut whore orgasm masturbate nude naked',
    'hormone hormones abuse abused abusive abuser trauma grief faith faiths spiritual spirituality bless blessed blessing worship',
    'american americans canadian canadians british english irish scottish welsh european europeans german germans',
    'french italian italians spanish portuguese dutch belgian swiss austrian swedish danish norwegian finnish polish czech greek',
    'turkish russian russians ukrainian israeli israelis iranian pakistani bangladeshi japanese korean koreans vietnamese thai',
    'filipino filipina indonesian malaysian australian australians brazilian brazilians cuban puerto nigerian kenyan egyptian',
    // First names, because they show no need.
    'adam alan alex andrew andy anthony arthur ben brian chris christopher dan daniel dave david eric gary george greg howard',
    'jake james jason jean jennifer jerry jessica jim joe joel john johnny jon jonathan joseph josh justin karen keith ken kevin',
    'kyle larry laura lisa luke maria martin mary matt matthew michael michelle mike nick paul peter phil richard robert ron ryan',
    'sam sara sarah scott sean stephen steve steven susan thomas tim tom tommy tony tyler',
  ].flatMap((line) => line.split(' ')),
)

/** Whether a phrase contains no word for a sensitive trait. */
const isNeutral = (phrase: string): boolean => !phrase.split(' ').some((word) => sensitive.has(word))

/** The minimum number of posts with a phrase, by the number of its words. */
const leastPosts = [10, 20, 28] as const
const leastCommunities = 4
/**
 * If more than this share of a phrase's uses is in one community, the phrase is about the community's topic
 * and not about needs.
 */
const mostOfOneCommunity = 0.5
const wordsApart = 2 ** 20

/** All words of a post in lower case without apostrophes. */
export function wordsIn({ title, selftext }: ScorablePost): readonly string[] {
  const plain = `${title} ${selftext}`.toLowerCase().replace(/['’‘`]/g, '')
  return plain.match(/\p{Letter}[\p{Letter}\d]*/gu) ?? []
}

/**
 * The phrases that may get a weight, single words first: one to three words within a sentence that are in
 * enough posts and communities, are not mostly in one community, and reveal no sensitive trait.
 */
export function choosePhrases(posts: readonly ScorablePost[]): string[] {
  const words = new Set(readingWords)
  for (const post of posts) for (const word of wordsIn(post)) words.add(word)
  const vocabulary = buildVocabulary(words)
  const tokenize = makeTokenizer(vocabulary)
  const tokens = emptyTokens()
  /** For each length, maps the key of a phrase (see `eachPhrase`) to the number of the phrase. */
  const numbers: Map<number, number>[] = []
  const chosen: string[] = []
  leastPosts.forEach((least, index) => {
    const eachPost = (visit: (key: number, last: number, post: number) => void) =>
      posts.forEach((post, at) => {
        for (const text of [post.title, post.selftext]) {
          tokenize(text, tokens)
          eachPhrase(tokens, numbers, (key, last) => visit(key, last, at))
        }
      })
    const common = commonKeys(eachPost, least)
    const found = new Map<number, { text: string; communities: Map<string, number> }>()
    eachPost((key, last, at) => {
      if (!common.has(key)) return
      const community = posts[at]?.community ?? ''
      const one = found.get(key) ?? {
        text: Array.from(tokens.word.subarray(last - index, last + 1), (id) => vocabulary.words[id]).join(
          ' ',
        ),
        communities: new Map(),
      }
      found.set(key, one)
      one.communities.set(community, (one.communities.get(community) ?? 0) + 1)
    })
    numbers.push(common)
    chosen.push(...[...found.values()].flatMap((one) => (isSpread(one) ? [one.text] : [])).sort())
  })
  return chosen
}

type EachPost = (visit: (key: number, last: number, post: number) => void) => void

/** Maps the keys of phrases that are in at least this many posts to the numbers 1, 2, 3 and so on. */
function commonKeys(eachPost: EachPost, least: number): Map<number, number> {
  const places = new Map<number, number>()
  const counts: number[] = []
  const lastPost: number[] = []
  eachPost((key, _, post) => {
    const place = places.get(key) ?? places.size
    if (place === places.size) {
      places.set(key, place)
      counts.push(0)
      lastPost.push(-1)
    }
    if (lastPost[place] === post) return
    lastPost[place] = post
    counts[place] = (counts[place] ?? 0) + 1
  })
  const common = [...places].filter(([, place]) => (counts[place] ?? 0) >= least)
  return new Map(common.map(([key], at) => [key, at + 1]))
}

function isSpread({ text, communities }: { text: string; communities: Map<string, number> }): boolean {
  const uses = [...communities.values()]
  const total = uses.reduce((sum, one) => sum + one, 0)
  if (uses.length < leastCommunities || Math.max(...uses) > total * mostOfOneCommunity) return false
  return isNeutral(text) && (/\p{Letter}/u.test(text) || text.includes(' '))
}

/**
 * Visits the phrases of one length. A key combines the number of the phrase without its last word with the
 * number of the last word. A phrase is at most as frequent as its first words, so a phrase is skipped if its
 * first words were dropped.
 */
function eachPhrase(
  tokens: Tokens,
  kept: readonly ReadonlyMap<number, number>[],
  visit: (key: number, last: number) => void,
): void {
  const { word, flags, count } = tokens
  /** The number of known words directly before the word in its sentence. */
  let run = 0
  for (let at = 1; at < count; at++) {
    const flag = flags[at] ?? 0
    const known = (word[at] ?? 0) !== 0 && (flag & quoted) === 0
    run = !known ? 0 : (flag & opensSentence) !== 0 ? 1 : run + 1
    if (run <= kept.length) continue
    let number = 0
    for (let back = kept.length; back > 0; back--) {
      number = kept[kept.length - back]?.get(number * wordsApart + (word[at - back] ?? 0)) ?? -1
      if (number < 0) break
    }
    if (number >= 0) visit(number * wordsApart + (word[at] ?? 0), at)
  }
}
