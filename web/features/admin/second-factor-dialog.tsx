import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import {
  newRecoveryCodesEndpoint,
  startSecondFactorEndpoint,
  stopSecondFactorEndpoint,
} from '#contract/admin.ts'
import { ModalDialog } from '#web/ui/modal-dialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { auditLogKey, secondFactorKey } from './admin-cache.ts'
import { callAdmin } from './admin-call.ts'
import { AuthenticatorCodeForm } from './authenticator-code-form.tsx'
import { OperatorPasswordForm } from './operator-password-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Turn it on, make new recovery codes, or turn it off. */
export type SecondFactorTask = 'start' | 'renew' | 'stop'

const words = {
  start: {
    title: 'Set up two-step sign-in',
    description: 'Besides your password, sign-in will ask for a code of an authenticator app.',
    submit: 'Continue',
  },
  renew: {
    title: 'New recovery codes',
    description: 'You get ten new codes. The old ones stop working.',
    submit: 'Make new codes',
  },
  stop: {
    title: 'Turn off two-step sign-in',
    description: 'From then on the password alone opens this area. The recovery codes stop working.',
    submit: 'Turn off',
  },
} as const

type Secret = z.output<typeof startSecondFactorEndpoint.output>
type Step =
  | { kind: 'password' }
  | { kind: 'secret'; secret: Secret }
  | { kind: 'codes'; codes: readonly string[] }

type SecondFactorDialogProps = { task: SecondFactorTask | null; onClose: () => void }

/** Leads through one task, beginning with the operator's password. */
export function SecondFactorDialog({ task, onClose }: SecondFactorDialogProps) {
  const [shown, setShown] = useState<SecondFactorTask>('start')
  if (task !== null && task !== shown) setShown(task)
  const { title, description } = words[shown]
  return (
    <ModalDialog open={task !== null} onClose={onClose} title={title} description={description}>
      <SecondFactorSteps task={shown} onClose={onClose} />
    </ModalDialog>
  )
}

type StepsProps = { task: SecondFactorTask; onClose: () => void }

function SecondFactorSteps({ task, onClose }: StepsProps) {
  const queryClient = useQueryClient()
  const [step, setStep] = useState<Step>({ kind: 'password' })
  const refresh = () => {
    for (const queryKey of [secondFactorKey, auditLogKey]) void queryClient.invalidateQueries({ queryKey })
  }
  const showCodes = (codes: readonly string[]) => {
    refresh()
    setStep({ kind: 'codes', codes })
  }
  const act = async (password: string) => {
    const body = { password }
    if (task === 'start') {
      return setStep({ kind: 'secret', secret: await callAdmin(startSecondFactorEndpoint, body) })
    }
    if (task === 'renew') return showCodes((await callAdmin(newRecoveryCodesEndpoint, body)).recoveryCodes)
    await callAdmin(stopSecondFactorEndpoint, body)
    refresh()
    onClose()
    showToast({ title: 'Two-step sign-in is off' })
  }
  switch (step.kind) {
    case 'password':
      return (
        <OperatorPasswordForm
          act={act}
          submit={words[task].submit}
          danger={task === 'stop'}
          onClose={onClose}
        />
      )
    case 'secret':
      return <AuthenticatorCodeForm secret={step.secret} onConfirmed={showCodes} onClose={onClose} />
    case 'codes':
      return <RecoveryCodes codes={step.codes} onClose={onClose} />
  }
}
