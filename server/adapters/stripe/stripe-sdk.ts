import { createRequire } from 'node:module'
import type Stripe from 'stripe'

const load = createRequire(import.meta.url)

/** Stripe's SDK. It is loaded on first use, because its many modules would slow every start. */
export const stripeSdk = () => load('stripe') as typeof Stripe
