import type { CurrentUser } from '#contract/accounts.ts'
import { useSignOut } from '#web/features/accounts/use-sign-out.ts'
import { Button } from '#web/ui/button.tsx'
import { ModalDialog } from '#web/ui/modal-dialog.tsx'
import { PasswordForm } from './password-form.tsx'

/** Stands over every page while the person's password is one that somebody else chose. */
export function PasswordDemand({ user }: { user: CurrentUser }) {
  const signOut = useSignOut()
  return (
    <ModalDialog
      open={user.mustChangePassword}
      title="Choose a new password"
      description="Your password was set by an operator. Choose one that only you know to go on."
    >
      <PasswordForm user={user} />
      <Button variant="quiet" className="mt-3 -ml-3" onClick={() => signOut.mutate()}>
        Log out instead
      </Button>
    </ModalDialog>
  )
}
