import { adminStates } from './browser-admin-states.ts'
import { billingStates } from './browser-billing-states.ts'
import { ownStates } from './browser-own-states.ts'
import { publicStates } from './browser-public-states.ts'
import { resultStates } from './browser-result-states.ts'
import { sourceStates } from './browser-source-states.ts'
import { type BrowserState, browserStates } from './browser-states.ts'

/** All page states for accessibility checks and screenshots. */
export const allBrowserStates: readonly BrowserState[] = [
  ...browserStates,
  ...publicStates,
  ...resultStates,
  ...billingStates,
  ...adminStates,
  ...ownStates,
  ...sourceStates,
]
