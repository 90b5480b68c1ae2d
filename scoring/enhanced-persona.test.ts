import { describe, expect, it } from 'vitest'
import { enhancedPersona } from './enhanced-persona.ts'
import { scorePost } from './score-post.ts'

const read = (title: string, selftext: string) => {
  const post = { title, selftext, community: 'x' }
  return enhancedPersona(post, scorePost(post))
}

describe('enhancedPersona', () => {
  it('reads trade, size, tools and money from the words, and shows them', () => {
    const persona = read(
      'Rent reminders for my tenants',
      'I have a small business with 12 rental properties and track leases in Excel. I would pay $20 a month for something that texts tenants.',
    )
    expect(persona.industryClassification.primaryIndustry).toBe('Real estate')
    expect(persona.industryClassification.confidence).toBeGreaterThan(50)
    expect(persona.companySize.category).toBe('Small (2-49)')
    expect(persona.techStackSignals).toContain('Excel')
    expect(persona.budgetSignals.length).toBeGreaterThan(0)
  })

  it('says "Not stated" where the text is silent', () => {
    const persona = read('Hello', 'Nice weather.')
    expect(persona.industryClassification).toEqual({
      primaryIndustry: 'Not stated',
      confidence: 0,
      evidence: [],
    })
    expect(persona.companySize).toEqual({ category: 'Not stated', evidence: [] })
    expect(persona.painPointAnalysis.willingnessToPay).toBe(0)
    expect(persona.techStackSignals).toEqual([])
  })
})
