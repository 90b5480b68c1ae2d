import * as z from 'zod/mini'
import { limits } from './limits.ts'

/** What pages are told of this installation, as words. In a built page each is a mark that the server replaces. */
export const siteFacts = z.object({
  /** The origin that people reach the product at, without a slash at its end. */
  publicUrl: z.string(),
  operatorName: z.string(),
  operatorAddress: z.string(),
  /** How to write to the operator, and the address of that link. */
  operatorContact: z.string(),
  operatorContactLink: z.string(),
  /** Whether the operator has said all three of who, where and how to reach them. */
  operatorState: z.enum(['complete', 'incomplete']),
  /** Whether Pro can be paid for: for real, at a local stand-in where no money moves, or not at all. */
  billing: z.enum(['on', 'stand-in', 'off']),
  /** Whether mails are sent; without a mail server they are only written to a folder of the server. */
  mail: z.enum(['sent', 'stored']),
  /** Whether a free account's searches are limited. */
  searchLimit: z.enum(['on', 'off']),
  /** What a free account has of them, as it stands within a sentence. */
  freeSearches: z.string(),
  /** How many days the results of a search can be opened again. */
  resultsKeptDays: z.string(),
})
export type SiteFacts = z.infer<typeof siteFacts>

export const freeSearches = {
  on: `${limits.freeSearchesPerMonth} searches per month`,
  off: 'unlimited searches',
} as const

/** The id of the block of JSON in every page that holds the facts. */
export const siteFactsId = 'site-facts'

/** What stands in a page, before it is served, in place of a fact. */
export function factMark(name: keyof SiteFacts): string {
  return `{{${name}}}`
}

/** Every fact as its mark. */
export const factMarks = Object.fromEntries(
  Object.keys(siteFacts.shape).map((name) => [name, factMark(name as keyof SiteFacts)]),
) as Record<keyof SiteFacts, string>

/** What stands in the built page of saved results where the server puts what it renders. */
export const renderedMarks = {
  title: '{{renderedTitle}}',
  session: '{{renderedSession}}',
  searchesToday: '{{renderedSearchesToday}}',
  markup: '{{renderedMarkup}}',
} as const
