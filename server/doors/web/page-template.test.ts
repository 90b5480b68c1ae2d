import { describe, expect, test } from 'vitest'
import { factMarks } from '#contract/site-facts.ts'
import { describeSite } from '#server/config/describe-site.ts'
import { fillTemplate, preparePage } from './page-template.ts'

const site = {
  publicUrl: 'https://unmet.example',
  operatorName: `O'Neill & <b>Sons</b> "Ltd"`,
  operatorAddress: '1 Palm Street, Tampa, FL 33602',
  operatorEmail: 'help@unmet.example',
  billing: 'on' as const,
  mail: 'sent' as const,
  resultsKeptDays: 30,
  isSelfHosted: false,
}
const block = '<script id="site-facts" type="application/json">{}</script>'

describe('a page with the facts of an installation', () => {
  test('has each in the place of its mark, as text', () => {
    const filled = fillTemplate(
      `<p title="${factMarks.operatorName}">${factMarks.operatorAddress}</p>`,
      describeSite(site),
    )
    expect(filled).toBe(
      '<p title="O&#39;Neill &#38; &#60;b&#62;Sons&#60;/b&#62; &#34;Ltd&#34;">1 Palm Street, Tampa, FL 33602</p>',
    )
  })

  test('holds them as JSON that cannot end its block, and says the same', () => {
    const facts = describeSite({
      ...site,
      operatorName: '</script><script>alert(1)</script>$& {{publicUrl}}',
    })
    const filled = fillTemplate(block, facts)
    expect(filled).not.toContain('</script><script>')
    const [, json = ''] = /<script[^>]*>(.*)<\/script>/u.exec(filled) ?? []
    expect(JSON.parse(json)).toEqual(facts)
  })

  test('writes to the operator where an address is given, and leads to the contact page where none is', () => {
    expect(describeSite(site)).toMatchObject({
      operatorContact: 'help@unmet.example',
      operatorContactLink: 'mailto:help@unmet.example',
      operatorState: 'complete',
    })
    expect(describeSite({ ...site, operatorEmail: null })).toMatchObject({
      operatorContactLink: '/contact',
      operatorState: 'incomplete',
    })
  })

  test('allows its own inline script and style by their hash, and no other', () => {
    const page = preparePage('<script>one()</script><style>a{}</style>', describeSite(site), 'text/html')
    expect(page.policy).toMatch(
      /script-src 'self' 'sha256-[\w+/]{43}='; style-src 'self' 'sha256-[\w+/]{43}=';/u,
    )
    expect(page.policy).not.toContain('unsafe')
  })
})

test('the pages say what a free account has here', () => {
  expect(describeSite(site)).toMatchObject({ searchLimit: 'on', freeSearches: '2 searches per month' })
  expect(describeSite({ ...site, isSelfHosted: true })).toMatchObject({
    searchLimit: 'off',
    freeSearches: 'unlimited searches',
  })
})
