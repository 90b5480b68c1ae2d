import { limits } from '#contract/limits.ts'
import type { BadgeVariant } from '#web/ui/badge.tsx'

export type OpportunityBand = { variant: BadgeVariant; word: string; range: string }

const strong: OpportunityBand = { variant: 'default', word: 'Strong', range: '80 or more' }
const promising: OpportunityBand = { variant: 'secondary', word: 'Promising', range: '60 to 79' }
const weak: OpportunityBand = { variant: 'outline', word: 'Weak', range: 'below 60' }

export const opportunityBands: readonly OpportunityBand[] = [strong, promising, weak]

/** The look and the word of an opportunity score, so that it is readable without colour. */
export function opportunityBand(score: number): OpportunityBand {
  if (score >= limits.strongScore) return strong
  return score >= limits.promisingScore ? promising : weak
}
