import { describe, expect, it } from 'vitest'
import { shippedScorer } from '../shipped-scorer.ts'
import { enhancedPersona } from './enhanced-persona.ts'

const { scorePost } = shippedScorer()

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

  it('cites the words that each level rests on', () => {
    const { painPointAnalysis: pain, budgetSignals } = read(
      'Is there a tool for tracking invoices?',
      'Every week I copy them by hand, it is frustrating. I would gladly pay $50 a month.',
    )
    expect(pain.frequency).not.toBe('Not stated')
    expect(pain.willingnessToPay).toBeGreaterThanOrEqual(60)
    expect(pain.evidence.join(' ')).toContain('week')
    expect(pain.evidence.join(' ')).toContain('pay')
    expect(budgetSignals).not.toEqual([])
  })

  it('takes neither weekdays nor things for tools', () => {
    const text = 'We make wooden toys, every Monday two teams pack square boxes and a bed with sheets.'
    expect(read('Toys', text).techStackSignals).toEqual([])
    expect(read('Boards', 'We moved from Monday.com to Slack and Google Sheets.').techStackSignals).toEqual([
      'Monday.com',
      'Slack',
      'Google Sheets',
    ])
  })

  it('knows trades by any of their words', () => {
    const nonprofit = read('Donors', 'We track donations, grants and volunteers for our non profit.')
    expect(nonprofit.industryClassification.primaryIndustry).toBe('Nonprofit')
    expect(read('Files', 'I am an attorney and keep litigation notes.').industryClassification).toMatchObject(
      {
        primaryIndustry: 'Legal',
        evidence: ['attorney', 'litigation'],
      },
    )
  })

  it('takes fees, rents and wages for no willingness to pay for a product', () => {
    for (const text of [
      'My tenants pay a late fee of $50, and I would pay them back.',
      'I am willing to pay a higher rent of $900 a month.',
      'We would gladly pay our drivers more.',
      'I would not pay $50 a month for an app.',
    ]) {
      const { budgetSignals, painPointAnalysis } = read('Is there a tool for rents?', text)
      expect(budgetSignals, text).toEqual([])
      expect(painPointAnalysis.willingnessToPay, text).toBe(0)
    }
  })

  it('reads a size from heads, and cites other numbers as what they are', () => {
    const sizeOf = (text: string) => read('Is there a tool for repairs?', text).companySize
    expect(sizeOf('We manage approximately 100 properties by hand.')).toEqual({
      category: 'Stated in other numbers',
      evidence: ['approximately 100 properties'],
    })
    expect(sizeOf('We are a team of 8.').category).toBe('Small (2-49)')
    expect(sizeOf('The company has 1,200 employees.').category).toBe('Enterprise (1,000+)')
    expect(sizeOf('I chase 40 people each Monday.').category).toBe('Not stated')
  })

  it('takes neither a figure of speech nor a plan for a size', () => {
    expect(read('Is it just me or is this slow?', 'I cannot do it by myself.').companySize.category).toBe(
      'Not stated',
    )
    const shop = read('Plans', 'Enterprise plans are too expensive for our three person shop.')
    expect(shop.companySize.category).toBe('Small (2-49)')
  })
})
