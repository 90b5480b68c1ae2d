import { useState } from 'react'
import { type CallingKey, callingKeysEndpoint, endKeyEndpoint } from '#contract/api-keys.ts'
import { ConfirmDialog } from '#web/features/accounts/form-dialog.tsx'
import { formatMoment } from '#web/features/site/format-date.ts'
import { Button } from '#web/ui/button.tsx'
import { callAdmin, operatorKey, refreshIntervals, useAdminQuery } from './admin-call.ts'
import { AdminSection, ListCard, ListRow, QueryContent } from './admin-section.tsx'
import { formatCount, formatCounted } from './format-figure.ts'

/** The API keys and how often each is used. Each key can be revoked. */
export function CallingKeysPanel() {
  const keys = useAdminQuery(callingKeysEndpoint, { refreshMs: refreshIntervals.statsMs })
  return (
    <AdminSection title="API keys" lead="Calls of programs in the last 30 days.">
      <QueryContent query={keys} what="The API keys" skeleton="h-31">
        {(read) => (
          <ListCard title={countWords(read)}>
            {read.keys.map((key) => (
              <KeyRow key={key.id} calling={key} />
            ))}
          </ListCard>
        )}
      </QueryContent>
    </AdminSection>
  )
}

function countWords({ keys, keyCount }: { keys: readonly CallingKey[]; keyCount: number }): string {
  if (keyCount === 0) return 'No keys yet'
  const all = formatCounted(keyCount, 'key', 'keys')
  return keys.length < keyCount ? `${all}; the ${formatCount(keys.length)} that call most` : all
}

const conditions = {
  active: null,
  expired: { variant: 'outline', words: 'Expired' },
  ended: { variant: 'outline', words: 'Ended' },
} as const

function KeyRow({ calling }: { calling: CallingKey }) {
  const { name, email, scopes, state, calls, callsToday, limited, lastUsedAt } = calling
  const [asks, setAsks] = useState(false)
  return (
    <ListRow name={name} condition={conditions[state]}>
      <p>
        {email}; may use {scopes.join(', ')}
      </p>
      <p>
        {formatCounted(calls, 'call', 'calls')}, {formatCount(callsToday)} today, {formatCount(limited)}{' '}
        refused by the limit; {lastUsedAt === null ? 'never used' : `last used ${formatMoment(lastUsedAt)}`}
      </p>
      {state === 'active' ? (
        <Button variant="danger" className="mt-2" onClick={() => setAsks(true)}>
          End key
          <span className="sr-only">
            {' '}
            {name} of {email}
          </span>
        </Button>
      ) : null}
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={`End “${name}”?`}
        description={`Programs of ${email} that use it are refused at once. This cannot be undone. The person can make another key.`}
        submit="End key"
        pendingLabel="Ending..."
        run={() => callAdmin(endKeyEndpoint, undefined, { apiKeyId: calling.id })}
        invalidates={[operatorKey]}
        toast={{ title: 'Key ended', description: `Programs that use “${name}” are refused from now on.` }}
        failed={{ title: 'Key not ended', words: 'The key could not be ended. Please try again.' }}
      />
    </ListRow>
  )
}
