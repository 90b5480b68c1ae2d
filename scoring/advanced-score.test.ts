import { describe, expect, it } from 'vitest'
import { cutText } from '#contract/cut-text.ts'
import { signalLabels as labels } from '#contract/signal-labels.ts'
import { advancedScore, type DatedPost } from './advanced-score.ts'
import { shippedScorer } from './shipped-scorer.ts'

const { scorePost } = shippedScorer()

const createdAt = new Date('2026-03-01T00:00:00Z')
const post = {
  title: 'Any alternative to Zendesk? It is too expensive for our team',
  selftext:
    'We run a small agency and copy tickets by hand every day. It has to integrate with Slack and sync with Jira.',
  community: 'SaaS',
  createdAt,
}
const score = scorePost(post)
const soon = new Date('2026-03-10T00:00:00Z')

const read = (one: DatedPost, its: ReturnType<typeof scorePost>, asOf: Date) =>
  advancedScore(one, its, { labels, asOf, cut: cutText })

describe('advancedScore', () => {
  it('keeps every number an integer from 0 to 100', () => {
    const { breakdown, ...numbers } = read(post, score, soon)
    for (const value of Object.values(numbers)) {
      expect(Number.isInteger(value)).toBe(true)
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThanOrEqual(100)
    }
    expect(breakdown).toHaveLength(4)
  })

  it('cites the words of the post', () => {
    const text = read(post, score, soon).breakdown.join(' ')
    expect(text).toContain('"Zendesk"')
    expect(text).toContain('"integrate"')
  })

  it('lets only timing depend on the date, and lets it fall with age', () => {
    const fresh = read(post, score, soon)
    const stale = read(post, score, new Date('2031-03-01T00:00:00Z'))
    expect(stale.marketTiming).toBeLessThan(fresh.marketTiming)
    expect(stale.saasViability).toBe(fresh.saasViability)
    expect(stale.buildComplexity).toBe(fresh.buildComplexity)
  })

  it('takes a post dated after the reading for new', () => {
    expect(read(post, score, new Date('2020-01-01T00:00:00Z')).marketTiming).toBeGreaterThanOrEqual(95)
  })

  it('takes neither a platform nor an everyday word for a product that competes', () => {
    const landscape = (selftext: string) => {
      const one = { title: 'How do you track pond depths?', selftext, community: 'x', createdAt }
      return read(one, scorePost(one), soon).competitiveLandscape
    }
    const none = landscape('I keep notes by hand.')
    expect(landscape('I keep the notes in a box and told my friends on Facebook.')).toBe(none)
    expect(landscape('We make things with mint, on my iPhone, in a square room.')).toBe(none)
    expect(landscape('I keep the notes in Mint.')).toBeLessThan(none)
  })

  it('hears complaints only of products that are named', () => {
    const landscape = (selftext: string) => {
      const one = { title: 'Pond depths', selftext, community: 'x', createdAt }
      return read(one, scorePost(one), soon)
    }
    const none = landscape('I keep notes by hand.').competitiveLandscape
    const alone = landscape('I hate my job, it is awful.')
    expect(alone.competitiveLandscape).toBe(none)
    expect(alone.breakdown.join(' ')).not.toContain('not content')
    expect(landscape('I keep them in Trello.').competitiveLandscape).toBeLessThan(
      landscape('I hate Trello, it is awful.').competitiveLandscape,
    )
  })

  it('takes no small word for a sign that something is easy to build', () => {
    const complexity = (selftext: string) => {
      const one = { title: 'Pond depths', selftext, community: 'x', createdAt }
      return read(one, scorePost(one), soon).breakdown.join(' ')
    }
    expect(complexity('I just joined, and only need small ponds.')).not.toContain('easier')
    expect(complexity('A simple app would do.')).toContain('easier for "simple app"')
  })

  it('tells what it takes points for', () => {
    const launch = { ...post, title: 'I built a tracker', selftext: 'We just launched, check it out!' }
    expect(read(launch, scorePost(launch), soon).breakdown[0]).toContain('less for self-promotion (')
  })

  it('sees an open field where no product is named', () => {
    const quiet = {
      title: 'How do you track pond depths?',
      selftext: 'I do it by hand.',
      community: 'x',
      createdAt,
    }
    const busy = { ...quiet, selftext: 'Trello, Asana, Notion and Jira all do it well.' }
    const open = read(quiet, scorePost(quiet), soon).competitiveLandscape
    expect(open).toBeGreaterThan(read(busy, scorePost(busy), soon).competitiveLandscape)
  })
})
