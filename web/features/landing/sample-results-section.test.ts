import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { signalLabel } from '#contract/signal-labels.ts'
import { cardMarks, SampleResultsSection, sampleResults } from './sample-results-section.tsx'

test('a card highlights only the sentences of its own text that add or subtract points', () => {
  const asked = { signal: 'solution_request', field: 'title' as const, start: 0, end: 29, points: 20 }
  const shown = { signal: 'promo', field: 'title' as const, start: 11, end: 15, points: 0 }
  const elsewhere = { ...asked, field: 'selftext' as const }
  expect(cardMarks({ evidence: [asked, shown, elsewhere] }, 'title')).toEqual([asked])
})

test("a sample lists its signals in the scorer's order", () => {
  const markup = renderToStaticMarkup(createElement(SampleResultsSection))
  const named = [...markup.matchAll(/<ul aria-label="Signals"[^>]*>(.*?)<\/ul>/gu)].map(([, list = '']) =>
    [...list.matchAll(/<li[^>]*>([^<]*)/gu)].map(([, label]) => label),
  )
  expect(named).toEqual(sampleResults.slice(0, 3).map(({ signals }) => signals.map(signalLabel)))
})
