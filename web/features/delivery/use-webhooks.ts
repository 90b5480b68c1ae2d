import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/webhooks.ts'
import { callEndpoint } from '#web/api-client.ts'
import { ownKey } from '#web/current-user-cache.ts'
import { showToast } from '#web/ui/toast.tsx'
import { useAction } from '#web/use-action.ts'
import { useEndpoint } from '#web/use-endpoint.ts'

const webhooksKey = [...ownKey, 'webhooks']
const deliveriesKey = (id: string) => [...ownKey, 'webhook-deliveries', id]
const words = 'Please try again.'

/** Refetched regularly, because deliveries happen in the background. */
const refreshMs = 10_000

export const useWebhooks = () => useEndpoint(contract.listWebhooksEndpoint, { queryKey: webhooksKey })

export function useDeliveries(webhookId: string) {
  return useQuery({
    queryKey: deliveriesKey(webhookId),
    queryFn: () => callEndpoint(contract.listDeliveriesEndpoint, { params: { webhookId } }),
    refetchInterval: refreshMs,
  })
}

type NewWebhook = { watchId: string; url: string; format: contract.WebhookFormat; template?: string }
export type ShownSecret = { webhook: contract.Webhook; secret: string }

export function useAddWebhook(onAdded: (added: ShownSecret) => void) {
  return useAction({
    run: (body: NewWebhook) => callEndpoint(contract.addWebhookEndpoint, { body }),
    onDone: onAdded,
    toast: { title: 'Webhook added', description: 'Send a test to see whether it arrives.' },
    failed: { title: 'The webhook was not added', words },
    invalidates: [webhooksKey],
  })
}

type Change = { url?: string; template?: string; on?: boolean; deleted?: false }

const change = (webhookId: string, body: Change) =>
  callEndpoint(contract.changeWebhookEndpoint, { params: { webhookId }, body })

export function useChangeWebhook(webhookId: string, onDone?: () => void) {
  return useAction({
    run: (body: Change) => change(webhookId, body),
    ...(onDone === undefined ? {} : { onDone }),
    failed: { title: 'The webhook was not changed', words },
    invalidates: [webhooksKey],
  })
}

/** Deletes a webhook; it can be restored. */
export function useDeleteWebhook({ id, url }: contract.Webhook) {
  const restore = useAction({
    run: () => change(id, { deleted: false }),
    toast: { title: 'Webhook restored' },
    failed: { title: 'The webhook was not restored', words },
    invalidates: [webhooksKey],
  })
  return useAction({
    run: () => callEndpoint(contract.deleteWebhookEndpoint, { params: { webhookId: id } }),
    onDone: () =>
      showToast({
        title: 'Webhook deleted',
        description: hostOf(url),
        action: { label: 'Undo', run: () => restore.mutate() },
      }),
    failed: { title: 'The webhook was not deleted', words },
    invalidates: [webhooksKey],
  })
}

/** The address of a webhook often contains a secret, so only its host is shown. */
export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)

export function useNewSecret(
  { id, oldSecretUntil }: contract.Webhook,
  onDone: (changed: ShownSecret) => void,
) {
  return {
    run: () =>
      callEndpoint(contract.changeSecretEndpoint, {
        params: { webhookId: id },
        query: { basedOn: oldSecretUntil ?? 'none' },
      }),
    onDone,
    failed: { title: 'The secret was not changed', words },
    invalidates: [webhooksKey],
  }
}

export function useTestWebhook(webhookId: string) {
  const queryClient = useQueryClient()
  return useAction({
    run: () => callEndpoint(contract.testWebhookEndpoint, { params: { webhookId } }),
    onDone: () => queryClient.invalidateQueries({ queryKey: deliveriesKey(webhookId) }),
    failed: { title: 'The test was not sent', words },
  })
}

export function useReplayDelivery(webhookId: string) {
  return useAction({
    run: (deliveryId: string) =>
      callEndpoint(contract.replayDeliveryEndpoint, { params: { webhookId, deliveryId } }),
    toast: ({ state, failure }) =>
      state === 'delivered'
        ? { title: 'Sent again', description: 'It was accepted.' }
        : { title: 'It was sent again, but not accepted', description: failure ?? '', tone: 'destructive' },
    failed: { title: 'It was not sent again', words },
    invalidates: [deliveriesKey(webhookId), webhooksKey],
  })
}
