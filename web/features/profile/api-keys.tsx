import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import { type ApiKey, type ApiKeysReply, listKeysEndpoint, revokeKeyEndpoint } from '#contract/api-keys.ts'
import { callEndpoint } from '#web/api-client.ts'
import { apiKeysKey } from '#web/current-user-cache.ts'
import { NoProWords, ProWords } from '#web/features/billing/pro-offer.tsx'
import { ButtonLink } from '#web/features/site/button-link.tsx'
import { CopiedField } from '#web/features/site/copied-field.tsx'
import { formatLongDay, formatMoment } from '#web/features/site/format-date.ts'
import { ReadAgain } from '#web/features/site/read-again.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useAction } from '#web/use-action.ts'
import { useEndpoint } from '#web/use-endpoint.ts'
import { ApiKeyForm } from './api-key-form.tsx'
import { scopeNames } from './scope-names.ts'

/** The keys of an account. They can be created, shown once, and revoked. */
export function ApiKeys() {
  const keys = useEndpoint(listKeysEndpoint, { queryKey: apiKeysKey, refetchOnMount: 'always' })
  if (keys.data) return <KeyManager reply={keys.data} />
  if (keys.isError) return <ReadAgain query={keys} words="Your API keys could not be read." />
  return <Skeleton className="h-16 w-full" />
}

function KeyManager({ reply }: { reply: ApiKeysReply }) {
  const { available, most, keys } = reply
  const [making, setMaking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const live = keys.filter(({ state }) => state === 'active').length
  return (
    <div className="flex flex-col gap-5">
      {secret === null ? null : <NewSecret secret={secret} onDone={() => setSecret(null)} />}
      {keys.length === 0 ? null : <KeyList keys={keys} />}
      {making ? (
        <ApiKeyForm
          onMade={(made) => {
            setSecret(made)
            setMaking(false)
          }}
          onCancel={() => setMaking(false)}
        />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="min-w-0 flex-1 basis-56 text-sm leading-6 text-pretty text-ink-soft">
            {available === 'with_pro' ? <NotWithoutPro /> : null}
            {available === 'no' ? 'The operator of this site has turned API keys off.' : null}
            {available === 'yes' ? `${live} of ${most} keys in use. ` : null}
          </p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/developers" size="small">
              Documentation
            </ButtonLink>
            {available === 'yes' ? (
              <Button disabled={live >= most} onClick={() => setMaking(true)}>
                New key
              </Button>
            ) : null}
          </div>
        </div>
      )}
    </div>
  )
}

function NotWithoutPro() {
  return (
    <>
      <ProWords>API keys come with Pro.</ProWords>
      <NoProWords>The operator of this site can allow API keys with API_KEYS=everybody.</NoProWords>
    </>
  )
}

function NewSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <Callout tone="notice" icon={<KeyRound />}>
      <div className="flex flex-col gap-3">
        <p>Copy the key now: it is not shown again. Anybody who has it can use your searches.</p>
        <CopiedField label="Key" value={secret} done="Key copied" autoFocus />
        <Button className="self-start" onClick={onDone}>
          I have it
        </Button>
      </div>
    </Callout>
  )
}

function KeyList({ keys }: { keys: readonly ApiKey[] }) {
  const revoke = useAction({
    run: (keyId: string) => callEndpoint(revokeKeyEndpoint, { params: { keyId } }),
    toast: { title: 'Key revoked', description: 'Programs that use it are refused from now on.' },
    failed: { title: 'Key not revoked', words: 'Please try again.' },
    invalidates: [apiKeysKey],
    awaitsRefetch: true,
  })
  return (
    <ul aria-label="API keys" className="flex flex-col divide-y divide-line">
      {keys.map((key) => (
        <KeyRow
          key={key.id}
          apiKey={key}
          revoking={revoke.isPending}
          onRevoke={() => revoke.mutate(key.id)}
        />
      ))}
    </ul>
  )
}

const stateNames = { active: null, expired: 'Expired', ended_by_operator: 'Ended by the operator' }

type KeyRowProps = { apiKey: ApiKey; revoking: boolean; onRevoke: () => void }

function KeyRow({ apiKey, revoking, onRevoke }: KeyRowProps) {
  const { name, scopes, state, expiresAt, lastUsedAt } = apiKey
  const used = lastUsedAt === null ? 'never used' : `last used ${formatMoment(lastUsedAt)}`
  const ends = `${state === 'expired' ? 'Expired' : 'Expires'} ${formatLongDay(expiresAt)}`
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3.5 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium wrap-anywhere">
          <bdi>{name}</bdi>
          {stateNames[state] === null ? null : <Badge>{stateNames[state]}</Badge>}
        </p>
        <p className="mt-0.5 text-sm text-pretty text-ink-soft">
          {scopes.map((scope) => scopeNames[scope]).join(', ')}. {ends}; {used}
        </p>
      </div>
      {state === 'ended_by_operator' ? null : (
        <Button aria-disabled={revoking} onClick={onRevoke}>
          {state === 'expired' ? 'Remove' : 'Revoke'}
          <span className="sr-only"> {name}</span>
        </Button>
      )}
    </li>
  )
}
