import { adminStates } from './browser-admin-states.ts'
import { billingStates } from './browser-billing-states.ts'
import { ownStates } from './browser-own-states.ts'
import { publicStates } from './browser-public-states.ts'
import { resultStates } from './browser-result-states.ts'
import { sourceStates } from './browser-source-states.ts'
import { type BrowserState, browserStates } from './browser-states.ts'

const allBrowserStates: readonly BrowserState[] = [
  ...browserStates,
  ...publicStates,
  ...resultStates,
  ...billingStates,
  ...adminStates,
  ...ownStates,
  ...sourceStates,
]

/**
 * All page states for accessibility checks and screenshots: each list begins in a fresh browser, and its other
 * states continue from the one before.
 */
export const browserWalks: readonly (readonly BrowserState[])[] = allBrowserStates.reduce<BrowserState[][]>(
  (walks, state) => {
    if (state.continues) walks.at(-1)?.push(state)
    else walks.push([state])
    return walks
  },
  [],
)
