import { type ReadVariable, variable } from './config-variable.ts'

const plans = ['pro', 'everybody', 'nobody'] as const

export const keysVariables = {
  API_KEYS: variable({
    takes: 'pro, everybody or nobody',
    purpose: 'Who may have API keys; with SELF_HOSTED=on, pro means everybody',
    fallback: 'pro',
    read: (text) => plans.find((plan) => plan === text),
  }),
}

/** Who may have API keys. */
export function readKeyPlan(read: ReadVariable<typeof keysVariables>, isSelfHosted: boolean) {
  const plan = read('API_KEYS') ?? 'pro'
  return plan === 'pro' && isSelfHosted ? 'everybody' : plan
}
