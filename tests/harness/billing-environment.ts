import type { ControlledStandIn } from './stand-in-control.ts'

export const webhookSecrets = {
  production: 'whsec_productionproductionproduction',
  sandbox: 'whsec_sandboxsandboxsandboxsandbox',
}

/** The environment of a product that uses this stand-in. */
export function billingEnvironment({ url, modes }: ControlledStandIn): Record<string, string> {
  return {
    STRIPE_API_URL: url,
    STRIPE_PRODUCTION_SECRET_KEY: modes.production.apiKey,
    STRIPE_PRODUCTION_WEBHOOK_SECRET: webhookSecrets.production,
    STRIPE_PRODUCTION_PRICE_ID: modes.production.priceId,
    STRIPE_SANDBOX_SECRET_KEY: modes.sandbox.apiKey,
    STRIPE_SANDBOX_WEBHOOK_SECRET: webhookSecrets.sandbox,
    STRIPE_SANDBOX_PRICE_ID: modes.sandbox.priceId,
  }
}
