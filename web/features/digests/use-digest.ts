import { changeDigestEndpoint, type DigestChange, findDigestEndpoint } from '#contract/digests.ts'
import { callEndpoint } from '#web/api-client.ts'
import { ownKey } from '#web/current-user-cache.ts'
import { useAction } from '#web/use-action.ts'
import { useEndpoint } from '#web/use-endpoint.ts'

const digestKey = [...ownKey, 'digest']

export const useDigest = () => useEndpoint(findDigestEndpoint, { queryKey: digestKey })

export function useChangeDigest() {
  return useAction({
    run: (change: DigestChange) => callEndpoint(changeDigestEndpoint, { body: change }),
    toast: ({ isOn }) => ({ title: isOn ? 'Digest saved' : 'Digest switched off' }),
    failed: { title: 'The digest was not saved', words: 'Please try again.' },
    invalidates: [digestKey],
    awaitsRefetch: true,
  })
}
