import { describe, expect, it } from 'vitest'
import { shippedScorer } from '../shipped-scorer.ts'

const { scorePost } = shippedScorer()

const personaOf = (title: string, selftext: string, community = 'unknown') =>
  scorePost({ title, selftext, community }).persona

describe('persona', () => {
  it.each([
    ['As a landlord I chase rent every month.', 'landlord'],
    ['I run a bakery in a small town.', 'bakery owner'],
    ["I'm a high school teacher and grade by hand.", 'high school teacher'],
    ['I am the office manager here.', 'office manager'],
    ['We opened a coffee shop last year.', 'coffee shop owner'],
    ['I am in college and lose my notes.', 'student'],
    ['My laptop forgets everything.', 'PC owner'],
    ['I am an Android developer.', 'Android developer'],
    ['I run an Etsy shop.', 'Etsy shop owner'],
    ['My fiance and I need a guest list.', 'engaged couple'],
    ['As you know I am a landlord.', 'landlord'],
    ['He asked me as a teacher.', 'teacher'],
    ['I run a pottery studio.', 'studio owner'],
    ['My studio uses a paper calendar.', 'studio owner'],
    ['I run a web development business.', 'business owner'],
    ['I own a commercial photography studio.', 'studio owner'],
    ['We run a brewery.', 'brewery owner'],
    ["I'm the HR manager of forty people.", 'HR manager'],
    ['Dispatcher here, nights only.', 'dispatcher'],
    ['I work as a vet tech.', 'vet tech'],
    ['I just joined a property management company.', 'property manager'],
    ['We manage 40 rentals.', 'property manager'],
    ['I work for a real estate brokerage.', 'realtor'],
    ['Our tenants call at night.', 'landlord'],
  ])('reads %j as %s', (text, persona) => {
    expect(personaOf('A question', text)).toBe(persona)
  })

  it.each([
    'He was hired as a developer.',
    'What if you are a landlord, or if they were a landlord?',
    'My husband works as a nurse.',
    'Hired him as a developer.',
    'What would you do as a developer?',
    'I have a gym membership.',
    'I have a studio apartment.',
    'I have a practice exam.',
  ])('does not take %j for the author', (text) => {
    expect(personaOf('A question', text)).toBe('Not stated')
  })

  it('trusts what the author says over where they say it', () => {
    expect(personaOf('Help', 'I am a photographer. I need my files sorted.', 'excel')).toBe('photographer')
  })

  it('falls back on the community only when the author speaks of themselves', () => {
    expect(personaOf('Help', 'I lose my notes and my receipts.', 'freelance')).toBe('freelancer')
    expect(personaOf('Prices rise', 'The market moved again today.', 'freelance')).toBe('Not stated')
  })

  it('knows a community in any case', () => {
    expect(personaOf('Help', 'I lose my notes and my receipts.', 'saas')).toBe('SaaS founder')
    expect(personaOf('Help', 'I lose my notes and my receipts.', 'Freelance')).toBe('freelancer')
  })

  it('believes a community of one trade before things that everybody has', () => {
    expect(personaOf('Help', 'My laptop forgets my invoices.', 'freelance')).toBe('freelancer')
  })

  it('asks for more where outsiders write as well', () => {
    expect(personaOf('Help', 'I lose my notes.', 'marketing')).toBe('Not stated')
    expect(personaOf('Help', 'I lose my notes. My ads cost me my sleep.', 'marketing')).toBe('marketer')
  })

  it('says "Not stated" rather than guess', () => {
    expect(personaOf('What is the best editor?', 'Looking for opinions.')).toBe('Not stated')
    expect(personaOf('Help', 'I lose my notes.', 'constructor')).toBe('Not stated')
    expect(personaOf('Help', 'I opened the website and it crashed.')).toBe('Not stated')
    expect(personaOf('Help', 'My wife and I got married last year.')).toBe('Not stated')
  })

  it('asks no community where the author says at what they work', () => {
    expect(personaOf('Question', 'I just joined a property management company.', 'RealEstate')).toBe(
      'property manager',
    )
  })
})
