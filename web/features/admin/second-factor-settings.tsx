import { useState } from 'react'
import { secondFactorStatusEndpoint } from '#contract/admin.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { formatCounted } from './format-figure.ts'
import { QueryContent } from './query-content.tsx'
import { SecondFactorDialog, type SecondFactorTask } from './second-factor-dialog.tsx'
import { useAdminQuery } from './use-admin-query.ts'

export function SecondFactorSettings() {
  const status = useAdminQuery(secondFactorStatusEndpoint)
  const [task, setTask] = useState<SecondFactorTask | null>(null)
  return (
    <SettingsSection
      title="Two-step sign-in"
      description="Besides the password, ask for a code of an authenticator app on your phone."
    >
      <QueryContent query={status} what="Two-step sign-in" skeleton={<Skeleton className="h-14 w-full" />}>
        {({ enabled, recoveryCodesLeft }) => (
          <div className="flex flex-wrap items-center justify-between gap-4">
            <div>
              <p className="flex items-center gap-2.5 font-medium">
                Authenticator app
                <Badge variant={enabled ? 'secondary' : 'outline'}>{enabled ? 'On' : 'Off'}</Badge>
              </p>
              <p className="mt-1 text-sm text-ink-soft">
                {enabled
                  ? `${formatCounted(recoveryCodesLeft, 'recovery code', 'recovery codes')} left, for the day when the phone is gone.`
                  : 'A stolen password alone opens this area.'}
              </p>
            </div>
            <div className="flex flex-wrap gap-3">
              {enabled ? (
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
        )}
      </QueryContent>
      <SecondFactorDialog task={task} onClose={() => setTask(null)} />
    </SettingsSection>
  )
}
