import { createRequire } from 'node:module'
import type Stripe from 'stripe'

const load = createRequire(import.meta.url)

/** Stripe's SDK. Its many modules are loaded only by installations with keys of Stripe. */
export const stripeSdk = () => load('stripe') as typeof Stripe
