import { personaRules, surestRank, weakestRank } from './persona-rules.ts'

/** Where people of one trade gather: the weakest sign, used only when the author speaks of themselves. */
export const communityPersonas: Readonly<Record<string, string>> = {
  law: 'lawyer',
  freelance: 'freelancer',
  smallbusiness: 'small business owner',
  Entrepreneur: 'entrepreneur',
  startups: 'startup founder',
  SaaS: 'SaaS founder',
  indiehackers: 'indie founder',
  sysadmin: 'sysadmin',
  networking: 'network engineer',
  msp: 'managed service provider',
  devops: 'devops engineer',
  Teachers: 'teacher',
  teaching: 'teacher',
  webdev: 'web developer',
  androiddev: 'Android developer',
  gamedev: 'game developer',
  graphic_design: 'graphic designer',
  SEO: 'SEO practitioner',
  nonprofit: 'nonprofit staff',
  excel: 'Excel user',
  Accounting: 'accountant',
  pharmacy: 'pharmacy worker',
  nursing: 'nurse',
  farming: 'farmer',
  writing: 'writer',
  photography: 'photographer',
  RealEstate: 'home buyer',
  weddingplanning: 'engaged couple',
  Parenting: 'parent',
  androidapps: 'Android user',
  mac: 'Mac user',
  iphone: 'iPhone user',
  linux: 'Linux user',
  techsupport: 'PC owner',
  Etsy: 'Etsy seller',
  running: 'runner',
  talesfromtechsupport: 'tech support worker',
  programming: 'programmer',
  learnprogramming: 'programming learner',
  ExperiencedDevs: 'software developer',
  cursor: 'developer',
  ChatGPTCoding: 'developer',
  dataengineering: 'data engineer',
  ProductManagement: 'product manager',
  ecommerce: 'online store owner',
  shopify: 'online store owner',
  agency: 'agency owner',
  recruiting: 'recruiter',
  realtors: 'realtor',
  selfhosted: 'self-hoster',
  macapps: 'Mac user',
  Fitness: 'gym-goer',
  woodworking: 'woodworker',
}

/** Communities that outsiders write in as well: the author has to speak of themselves more often. */
export const mixedCommunityPersonas: Readonly<Record<string, string>> = {
  marketing: 'marketer',
  statistics: 'data analyst',
  cscareerquestions: 'CS student',
}

/** What a post says of its author: the surest rule of `personaRules` that matched, or -1, and how often they say "I". */
export type PersonaReading = { persona: number; firstPerson: number }

/** What a persona reads when the text does not say. */
export const personaNotStated = 'Not stated'

/** The author has to speak of themselves this often before the community may name them. */
const leastFirstPerson = 1
const leastFirstPersonWhereMixed = 5

const ofOneTrade = inLowerCase(communityPersonas)
const mixed = inLowerCase(mixedCommunityPersonas)

/**
 * Who has the need, in one to four words: from what the text says of its author, or, when the author at
 * least speaks in the first person, from the community. Else `Not stated`. Never a sensitive trait.
 */
export function readPersona(reading: PersonaReading, community: string): string {
  const rule = reading.persona < 0 ? undefined : personaRules[reading.persona]
  const stated =
    rule !== undefined && (rule.rank === surestRank || reading.firstPerson > 0) ? rule : undefined
  if (stated !== undefined && stated.rank < weakestRank) return stated.persona
  const named = (personas: ReadonlyMap<string, string>, least: number) =>
    reading.firstPerson >= least ? personas.get(community.toLowerCase()) : undefined
  return (
    named(ofOneTrade, leastFirstPerson) ??
    named(mixed, leastFirstPersonWhereMixed) ??
    stated?.persona ??
    personaNotStated
  )
}

/** Communities are named in any case. */
function inLowerCase(personas: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(personas).map(([community, persona]) => [community.toLowerCase(), persona]))
}
