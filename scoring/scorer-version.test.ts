import { describe, expect, it } from 'vitest'
import { shippedScorer } from './shipped-scorer.ts'

const { scorePost, version } = shippedScorer()

const openings = [
  'Looking for',
  'I built',
  'Does anyone know',
  'How do you handle',
  'Tired of',
  'PSA:',
  'We need',
  'My boss hates',
]
const objects = [
  'a CRM for plumbers',
  'invoice reminders',
  'our ticket queue',
  'an app to track tools',
  'the new update',
  'meeting notes',
  'a lawyer',
  'backups of 40 laptops',
]
const bodies = [
  'Right now I copy everything by hand into a spreadsheet.',
  'Would love your feedback, link below.',
  'It takes hours every week.',
  'Is there something that does this automatically?',
  'QuickBooks is too expensive at $80 a month.',
  'EDIT: solved, thanks everyone!',
  '> quoted line\n\nI do not need a tool.',
  'As a landlord I would gladly pay for it 🙂',
]
const communities = ['smallbusiness', 'SaaS', 'sysadmin', 'unknown']

/** A thousand posts made of the same few sentences, each in a different combination. */
function samplePosts() {
  return Array.from({ length: 1000 }, (_, at) => ({
    title: `${openings[at % 8]} ${objects[Math.floor(at / 8) % 8]}${at % 3 === 0 ? '?' : ''}`,
    selftext: `${bodies[Math.floor(at / 64) % 8]} ${bodies[(at * 5 + 3) % 8]}\n\n${bodies[(at * 3 + 1) % 8]}`,
    community: communities[at % 4] ?? 'unknown',
  }))
}

function digest(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

describe('scorerVersion', () => {
  it('changes whenever any of a thousand posts is scored differently', () => {
    const scores = JSON.stringify(samplePosts().map((post) => scorePost(post)))
    // If this fails, add a new pair with a new version. One version must never give different scores.
    expect({ version, scores: digest(scores) }).toEqual({
      version: '3.7.0+6ddb9b0f',
      scores: '24e57d9b',
    })
  })
})
