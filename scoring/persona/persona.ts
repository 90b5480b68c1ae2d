import { personaRules, surestRank, weakestRank } from './persona-rules.ts'

/**
 * Communities of one trade. A community is the weakest evidence, and counts only if the author writes in the
 * first person.
 */
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

/** Communities in which outsiders write as well, so that more words in the first person are required. */
export const mixedCommunityPersonas: Readonly<Record<string, string>> = {
  marketing: 'marketer',
  statistics: 'data analyst',
  cscareerquestions: 'CS student',
}

/**
 * What a post says about its author: the best matching rule of `personaRules` (-1 if none), and the number of
 * words in the first person.
 */
export type PersonaReading = { persona: number; firstPerson: number }

/** The persona if the text does not state a role. */
export const personaNotStated = 'Not stated'

/** The community can determine the persona if a post has at least this many words in the first person. */
const leastFirstPerson = 1
const leastFirstPersonWhereMixed = 5

const ofOneTrade = inLowerCase(communityPersonas)
const mixed = inLowerCase(mixedCommunityPersonas)

/**
 * The author's role in one to four words. The role comes from what the text says about its author. Otherwise,
 * it comes from the community if the text is in the first person; if not, the result is `Not stated`. The
 * role is never a sensitive trait.
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

/** The map with the names of communities in lower case, because these names are case-insensitive. */
function inLowerCase(personas: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(personas).map(([community, persona]) => [community.toLowerCase(), persona]))
}
