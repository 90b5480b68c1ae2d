import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { secondFactorStatusEndpoint } from '#contract/admin.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { secondFactorKey } from './admin-cache.ts'
import { callAdmin } from './admin-call.ts'
import { formatCounted } from './format-figure.ts'
import { ReadFailure } from './read-failure.tsx'
import { SecondFactorDialog, type SecondFactorTask } from './second-factor-dialog.tsx'

/** Whether a code is asked for at sign-in, besides the password. */
export function SecondFactorSettings() {
  const status = useQuery({
    queryKey: secondFactorKey,
    queryFn: () => callAdmin(secondFactorStatusEndpoint),
  })
  const [task, setTask] = useState<SecondFactorTask | null>(null)
  return (
    <SettingsSection
      title="Two-step sign-in"
      description="Besides the password, ask for a code of an authenticator app on your phone."
    >
      {status.data ? (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <div>
            <p className="flex items-center gap-2.5 font-medium">
              Authenticator app
              <Badge variant={status.data.enabled ? 'secondary' : 'outline'}>
                {status.data.enabled ? 'On' : 'Off'}
              </Badge>
            </p>
            <p className="mt-1 text-sm text-ink-soft">
              {status.data.enabled
                ? `${formatCounted(status.data.recoveryCodesLeft, 'recovery code', 'recovery codes')} left, for the day when the phone is gone.`
                : 'A stolen password alone opens this area.'}
            </p>
          </div>
          <div className="flex flex-wrap gap-3">
            {status.data.enabled ? (
              <>
                <Button onClick={() => setTask('renew')}>New recovery codes</Button>
                <Button variant="danger" onClick={() => setTask('stop')}>
                  Turn off
                </Button>
              </>
            ) : (
              <Button variant="primary" onClick={() => setTask('start')}>
                Set up
              </Button>
            )}
          </div>
        </div>
      ) : status.isError ? (
        <ReadFailure error={status.error} what="Two-step sign-in" onRetry={() => void status.refetch()} />
      ) : (
        <Skeleton className="h-14 w-full" />
      )}
      <SecondFactorDialog task={task} onClose={() => setTask(null)} />
    </SettingsSection>
  )
}
