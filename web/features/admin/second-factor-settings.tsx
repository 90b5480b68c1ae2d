import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { givenPassword } from '#contract/accounts.ts'
import {
  newRecoveryCodesEndpoint,
  secondFactorStatusEndpoint,
  startSecondFactorEndpoint,
  stopSecondFactorEndpoint,
} from '#contract/admin.ts'
import { ActionForm } from '#web/features/accounts/action-form.tsx'
import { saveFile } from '#web/features/site/save-file.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ModalDialog } from '#web/ui/modal-dialog.tsx'
import { SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PasswordField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useAction } from '#web/use-action.ts'
import { callAdmin, operatorKey, useAdminQuery } from './admin-call.ts'
import { QueryContent } from './admin-section.tsx'
import { AuthenticatorCodeForm, type AuthenticatorSecret } from './authenticator-code-form.tsx'
import { formatCounted } from './format-figure.ts'

export function SecondFactorSettings() {
  const status = useAdminQuery(secondFactorStatusEndpoint)
  // The task is kept while the dialog closes, so that the text does not change.
  const [task, setTask] = useState<SecondFactorTask>('start')
  const [open, setOpen] = useState(false)
  const begin = (begun: SecondFactorTask) => {
    setTask(begun)
    setOpen(true)
  }
  const close = () => setOpen(false)
  return (
    <SettingsSection
      title="Two-step sign-in"
      description="Require a code from an authenticator app in addition to the password."
    >
      <QueryContent query={status} what="Two-step sign-in" skeleton={<Skeleton className="h-14 w-full" />}>
        {({ enabled, recoveryCodesLeft }) => (
          <SettingsRow
            title={
              <>
                Authenticator app
                <Badge variant={enabled ? 'secondary' : 'outline'}>{enabled ? 'On' : 'Off'}</Badge>
              </>
            }
            actions={
              enabled ? (
                <>
                  <Button onClick={() => begin('renew')}>New recovery codes</Button>
                  <Button variant="danger" onClick={() => begin('stop')}>
                    Turn off
                  </Button>
                </>
              ) : (
                <Button variant="primary" onClick={() => begin('start')}>
                  Set up
                </Button>
              )
            }
          >
            {enabled
              ? `${formatCounted(recoveryCodesLeft, 'recovery code', 'recovery codes')} left, in case you lose your phone.`
              : 'Without it, a stolen password is enough to open this area.'}
          </SettingsRow>
        )}
      </QueryContent>
      <ModalDialog {...words[task]} open={open} onClose={close}>
        <SecondFactorSteps task={task} onClose={close} />
      </ModalDialog>
    </SettingsSection>
  )
}

type SecondFactorTask = 'start' | 'renew' | 'stop'

const words = {
  start: {
    title: 'Set up two-step sign-in',
    description:
      'Sign-in will require a code from an authenticator app in addition to your password. All other browsers are signed out.',
    submit: 'Continue',
  },
  renew: {
    title: 'New recovery codes',
    description: 'You get ten new codes. The old ones stop working.',
    submit: 'Make new codes',
  },
  stop: {
    title: 'Turn off two-step sign-in',
    description:
      'After that, the password is enough to open this area. The recovery codes stop working, and all other browsers are signed out.',
    submit: 'Turn off',
  },
} as const

const passwordForm = z.object({ password: givenPassword })

type Step =
  | { kind: 'password' }
  | { kind: 'secret'; secret: AuthenticatorSecret }
  | { kind: 'codes'; codes: readonly string[] }

/** A dialog of several steps that starts with the operator's password. */
function SecondFactorSteps({ task, onClose }: { task: SecondFactorTask; onClose: () => void }) {
  const [step, setStep] = useState<Step>({ kind: 'password' })
  const showCodes = (codes: readonly string[]) => setStep({ kind: 'codes', codes })
  const act = async (body: { password: string }) => {
    if (task === 'start') {
      return setStep({ kind: 'secret', secret: await callAdmin(startSecondFactorEndpoint, body) })
    }
    if (task === 'renew') return showCodes((await callAdmin(newRecoveryCodesEndpoint, body)).recoveryCodes)
    await callAdmin(stopSecondFactorEndpoint, body)
    onClose()
    showToast({ title: 'Two-step sign-in is off' })
  }
  switch (step.kind) {
    case 'password':
      return (
        <ActionForm
          schema={passwordForm}
          run={act}
          invalidates={[operatorKey]}
          failed={{ title: 'Not changed', words: 'That did not work. Please try again.' }}
          fieldOfError={{ wrong_password: 'password' }}
          leave={{ onCancel: onClose }}
          variant={task === 'stop' ? 'danger' : 'primary'}
          submit={words[task].submit}
          pendingLabel="One moment..."
        >
          <PasswordField label="Password" name="password" autoComplete="current-password" />
        </ActionForm>
      )
    case 'secret':
      return <AuthenticatorCodeForm secret={step.secret} onConfirmed={showCodes} onClose={onClose} />
    case 'codes':
      return <RecoveryCodes codes={step.codes} onClose={onClose} />
  }
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = `${codes.join('\n')}\n`
  const copy = useAction({
    run: async () => navigator.clipboard.writeText(text),
    toast: { title: 'Recovery codes copied' },
    failed: { title: 'Not copied', words: 'This browser does not allow it. Select the codes instead.' },
  })
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm leading-6 text-pretty">
        Store these recovery codes somewhere safe. Each one works once in place of the app. They are shown
        only now.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1.5 rounded-control bg-sunken p-4 font-mono text-sm select-all"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={() => copy.mutate()}>
          <Copy className="size-4" />
          Copy
        </Button>
        <Button
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'unmet-recovery-codes.txt')}
        >
          <Download className="size-4" />
          Save as a file
        </Button>
        <Button variant="primary" onClick={onClose}>
          I have saved them
        </Button>
      </div>
    </div>
  )
}
