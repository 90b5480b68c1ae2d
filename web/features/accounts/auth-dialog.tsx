import { useState } from 'react'
import { readSiteFacts } from '#web/features/site/read-site-facts.ts'
import { ModalDialog } from '#web/ui/modal-dialog.tsx'
import { type AuthTab, AuthTabs, authHeadings, CheckMailPanel } from './auth-tabs.tsx'
import { ForgotPasswordDialog } from './forgot-password-dialog.tsx'

export type AuthRequest = {
  tab: AuthTab
  /** Where to navigate after sign-in. */
  next: string
}

type AuthDialogProps = {
  open: boolean
  request: AuthRequest
  onChange: (request: AuthRequest) => void
  onClose: () => void
  /** After a sign-in the button that opened the dialog is gone. */
  signedIn: boolean
}

export function AuthDialog({ open, request, onChange, onClose, signedIn }: AuthDialogProps) {
  // Null: the dialog is closed; a string: the address to prefill.
  const [forgotEmail, setForgotEmail] = useState<string | null>(null)
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const showTab = (tab: AuthRequest['tab']) => {
    setMailedTo(null)
    onChange({ ...request, tab })
  }
  const openForgotDialog = (email: string) => {
    onClose()
    setForgotEmail(email)
  }
  return (
    <>
      <ModalDialog
        open={open}
        onClose={onClose}
        findReturn={() => (signedIn ? false : null)}
        title={authHeadings[request.tab]}
        description={
          request.next === '/subscribe'
            ? 'Pro requires an account, which is free. You choose Pro on the next page.'
            : `Free users get ${readSiteFacts().freeSearches}. No card needed.`
        }
      >
        {mailedTo === null ? (
          <AuthTabs
            tab={request.tab}
            next={request.next}
            onTab={showTab}
            onForgot={openForgotDialog}
            onCheckMail={setMailedTo}
          />
        ) : (
          <CheckMailPanel
            email={mailedTo}
            onSignIn={() => showTab('sign-in')}
            onForgot={() => openForgotDialog(mailedTo)}
          />
        )}
      </ModalDialog>
      <ForgotPasswordDialog kind="email" typed={forgotEmail} onClose={() => setForgotEmail(null)} />
    </>
  )
}
