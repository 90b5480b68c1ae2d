import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { paymentConfigEndpoint, savePaymentConfigEndpoint } from '#contract/admin-overview.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { showToast } from '#web/ui/toast.tsx'
import { auditLogKey, healthKey, paymentConfigKey } from './admin-cache.ts'
import { callAdmin } from './admin-call.ts'

export type PaymentConfigChange = z.output<typeof savePaymentConfigEndpoint.body>

/** How money is taken, as the server is set up. */
export function usePaymentConfig() {
  return useQuery({ queryKey: paymentConfigKey, queryFn: () => callAdmin(paymentConfigEndpoint) })
}

/** Changes it; `told` is what the operator hears when it worked. */
export function useSavePaymentConfig(told: (mode: string) => string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: PaymentConfigChange) => callAdmin(savePaymentConfigEndpoint, change),
    onSuccess: ({ config }) => {
      queryClient.setQueryData(paymentConfigKey, config)
      for (const queryKey of [auditLogKey, healthKey]) void queryClient.invalidateQueries({ queryKey })
      showToast({ title: 'Payment Configuration Updated', description: told(config.mode) })
    },
    onError: (error) =>
      showToast({
        title: 'Update Failed',
        description: failureMessage(error, 'Failed to update payment configuration. Please try again.'),
        tone: 'destructive',
      }),
  })
}
