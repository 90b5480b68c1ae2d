import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { SourceCoverage } from '#contract/search.ts'
import { KeywordSuggestions } from './keyword-suggestions.tsx'

const coverage: SourceCoverage[] = [
  {
    source: 'archive',
    posts: 9,
    oldestPostAt: null,
    newestPostAt: null,
    sample: false,
    leftOut: null,
    failed: null,
    suggestions: { didYouMean: 'kettles', related: [] },
  },
]

function addressesFor(keyword: string): string[] {
  const markup = renderToStaticMarkup(
    createElement(
      MemoryRouter,
      null,
      createElement(KeywordSuggestions, { keyword, coverage, related: ['teapots'] }),
    ),
  )
  return [...markup.matchAll(/href="\/\?q=([^"]*)"/gu)].map(([, asked = '']) =>
    decodeURIComponent(asked.replaceAll('+', ' ')),
  )
}

test('suggestions keep the filters of the keyword', () => {
  expect(addressesFor('ketles')).toEqual(['kettles', 'teapots'])
  const limits = 'in:r/Cooking,tea in:mylist'
  expect(addressesFor('in:r/Cooking,tea ketles in:mylist')).toEqual([
    `kettles ${limits}`,
    `teapots ${limits}`,
  ])
})
