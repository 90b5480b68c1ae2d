import { type Signal, signals } from '#scoring/signal.ts'
import {
  type ArchivePost,
  askedOfPosts,
  type LabelledPost,
  type MarkedSentence,
  readArchivePosts,
  readLines,
  readShortLabel,
  refuseHeldOut,
  textFiles,
} from './labelled-post.ts'
import secondRatings from './second-ratings.json' with { type: 'json' }
import setAsidePosts from './set-aside-posts.json' with { type: 'json' }
import weakLabels from './weak-labels.json' with { type: 'json' }
import writtenPosts from './written-posts.json' with { type: 'json' }

type SentenceLabels = Required<Pick<LabelledPost, 'marks' | 'judgedUntil' | 'markedFor'>>

/** All posts from which a model may learn, and the archive. Throws if one of these posts is held out. */
export function readLabelledPosts(): { posts: LabelledPost[]; archive: ArchivePost[] } {
  const archive = readArchivePosts()
  const sentences = readSentenceLabels()
  const gold = readGoldPosts()
  const modern = readModernPosts()
  const known = new Set([...gold, ...modern].map(({ id }) => id))
  const labels: Record<string, string> = weakLabels
  const ofArchive = archive.flatMap((post): LabelledPost[] => {
    const label = labels[post.id]
    if (known.has(post.id) || (label === undefined && !sentences.has(post.id))) return []
    const judged = label === undefined ? { potential: 0, signals: {} } : readShortLabel(label)
    const kind = label === undefined ? 'archive' : 'weak'
    return [{ ...post, ...judged, kind, weight: kind === 'weak' ? 0.6 : 0, personas: [], raters: 1 }]
  })
  const posts = [...gold, ...modern, ...ofArchive, ...readWrittenPosts('train')].map((post) => ({
    ...post,
    ...sentences.get(post.id),
  }))
  refuseHeldOut(posts.map(({ id }) => id))
  return { posts, archive }
}

/** The posts that were judged by the written rubric. Their texts are outside the repository. */
export const readGoldPosts = (): LabelledPost[] =>
  readLines(textFiles.gold).map((line) => readJudged(line, 'gold'))

/**
 * A batch of ratings was assigned to the wrong posts. These posts are labelled with the job or the signals of
 * another post.
 */
const setAside = new Set(setAsidePosts.flatMap((line) => line.split(' ')))

/**
 * The posts of 2022-2026 that were judged by the rubric. Posts that were drawn at random were rated twice. If
 * the first rating belongs to another post, only the second rating counts.
 */
export const readModernPosts = (): LabelledPost[] =>
  readLines(textFiles.modern).map((line) => {
    const { group, chosen } = JSON.parse(line)
    const post = { ...readJudged(line, 'modern'), group, byChance: chosen === 'by chance' }
    const second = readAgain[post.id]
    return second === undefined ? post : withSecondRating(post, readShortLabel(second))
  })

const readAgain: Record<string, string> = secondRatings

function withSecondRating(
  post: LabelledPost,
  second: Pick<LabelledPost, 'potential' | 'signals'>,
): LabelledPost {
  if (setAside.has(post.id)) return { ...post, ...second, personas: [] }
  const raters = post.raters + 1
  const mean = (first = 0, other = 0) => (first * post.raters + other) / raters
  const signals = Object.fromEntries(
    askedOfPosts.map((signal) => [signal, mean(post.signals[signal], second.signals[signal])]),
  )
  return { ...post, potential: mean(post.potential, second.potential), signals, raters }
}

function readJudged(line: string, kind: 'gold' | 'modern'): LabelledPost {
  const { id, title, selftext, subreddit, potential, signals: shares, persona, raters } = JSON.parse(line)
  const text = { id, title, selftext, community: subreddit }
  return { ...text, potential, weight: 1, kind, signals: shares, personas: [persona].flat(), raters }
}

/**
 * Posts written for this project in the style of 2025-2026: one set for learning, and three only for
 * evaluation (`check`, `kinds` and `short`, see learning/README.md).
 */
export function readWrittenPosts(set: 'train' | 'check' | 'kinds' | 'short'): LabelledPost[] {
  return writtenPosts
    .filter((post) => post.set === set)
    .map(({ title, selftext, community, label }, at) => {
      const id = set === 'train' ? `written-${at}` : `written-${set}-${at}`
      const text = { id, title, selftext, community }
      return { ...text, ...readShortLabel(label), weight: 1, kind: 'written', personas: [], raters: 1 }
    })
}

/**
 * The signals that a line of sentence labels covers: the 26 original ones, unless the line says "all" or
 * names a single signal.
 */
function signalsAsked(of: string | undefined): readonly Signal[] {
  if (of === 'all') return signals
  return signals.filter((signal) => (of === undefined ? signal !== 'feature_request' : signal === of))
}

function readSentenceLabels(): Map<string, SentenceLabels> {
  const labels = new Map<string, SentenceLabels>()
  for (const line of readLines(new URL('./sentence-labels.ndjson', import.meta.url))) {
    const { id, until, signals: marked, of } = JSON.parse(line)
    const before = labels.get(id)
    labels.set(id, {
      judgedUntil: Math.min(until, before?.judgedUntil ?? until),
      marks: [...(before?.marks ?? []), ...parseMarks(marked)],
      markedFor: new Set([...(before?.markedFor ?? []), ...signalsAsked(of)]),
    })
  }
  return labels
}

/** Parses marks such as `pain t0-12 b40-80, money b40-80`: ranges in the title (t) and in the text (b). */
export function parseMarks(text: string): MarkedSentence[] {
  if (text === '') return []
  return text.split(', ').flatMap((part) => {
    const [name = '', ...places] = part.split(' ')
    const signal = signals.find((one) => one === name)
    if (signal === undefined) throw new Error(`No signal is called "${name}".`)
    return places.map((place) => markAt(signal, place))
  })
}

function markAt(signal: Signal, place: string): MarkedSentence {
  const [start = 0, end = 0] = place.slice(1).split('-').map(Number)
  return { signal, field: place.startsWith('t') ? 'title' : 'selftext', start, end }
}
