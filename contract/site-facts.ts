import * as z from 'zod/mini'
import { limits } from './limits.ts'

/**
 * Facts about this installation for its pages, as strings. In a prerendered page each fact is a placeholder,
 * which the server replaces.
 */
export const siteFacts = z.object({
  /** The public origin, without a trailing slash. */
  publicUrl: z.string(),
  operatorName: z.string(),
  operatorAddress: z.string(),
  /** Sentences for the legal pages that say who the operator is and which law applies. */
  operatorIs: z.string(),
  governingLaw: z.string(),
  /** The operator's contact, and the URL of that contact. */
  operatorContact: z.string(),
  operatorContactLink: z.string(),
  /** Whether the operator has configured name, address and contact. */
  operatorState: z.enum(['complete', 'incomplete']),
  /** Whether Pro can be bought: with real payments, with a local stand-in, or not at all. */
  billing: z.enum(['on', 'stand-in', 'off']),
  /** Whether mails are sent. Without a mail server they are only written to a folder on the server. */
  mail: z.enum(['sent', 'stored']),
  /** Whether a free account's searches are limited. */
  searchLimit: z.enum(['on', 'off']),
  /** The number of free searches of an account, as part of a sentence. */
  freeSearches: z.string(),
  /** For how many days saved results are available. */
  resultsKeptDays: z.string(),
})
export type SiteFacts = z.infer<typeof siteFacts>

export const freeSearches = {
  on: `${limits.freeSearchesPerMonth} searches per month`,
  off: 'unlimited searches',
} as const

/** The id of the JSON block that contains the facts. Every page has this block. */
export const siteFactsId = 'site-facts'

/** The placeholder of a fact in a prerendered page. */
export function factMark(name: keyof SiteFacts): string {
  return `{{${name}}}`
}

/** The placeholder of every fact. */
export const factMarks = Object.fromEntries(
  Object.keys(siteFacts.shape).map((name) => [name, factMark(name as keyof SiteFacts)]),
) as Record<keyof SiteFacts, string>

/** The placeholders for server-rendered results in the prerendered page of results. */
export const renderedMarks = {
  title: '{{renderedTitle}}',
  session: '{{renderedSession}}',
  searchesToday: '{{renderedSearchesToday}}',
  markup: '{{renderedMarkup}}',
} as const
