import { adminStates } from './browser-admin-states.ts'
import { billingStates } from './browser-billing-states.ts'
import { type BrowserState, browserStates } from './browser-states.ts'

/** Every state that is looked at in a browser. */
export const allBrowserStates: readonly BrowserState[] = [...browserStates, ...billingStates, ...adminStates]
