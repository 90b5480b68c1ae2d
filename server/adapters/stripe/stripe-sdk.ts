import { createRequire } from 'node:module'
import type Stripe from 'stripe'

const load = createRequire(import.meta.url)

/** Stripe's SDK. Only starts with keys of Stripe load its many modules. */
export const stripeSdk = () => load('stripe') as typeof Stripe
