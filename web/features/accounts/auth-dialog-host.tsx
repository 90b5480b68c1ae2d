import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { showNotLoaded } from '#web/failure-messages.ts'
import { useDeferred } from '#web/features/results/use-deferred.ts'
import { focusPage } from '#web/focus-page.ts'
import { useCurrentUser } from '#web/use-current-user.ts'
import type { AuthRequest } from './auth-dialog.tsx'

const loadDialog = async () => (await import('./auth-dialog.tsx')).AuthDialog

const AuthDialogContext = createContext<(request: AuthRequest) => void>(() => undefined)

export function useAuthDialog(): (request: AuthRequest) => void {
  return useContext(AuthDialogContext)
}

/** Provides the sign-in dialog to every page, and navigates after a sign-in. */
export function AuthDialogHost({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<AuthRequest | null>(null)
  const [open, setOpen] = useState(false)
  const [arrives, setArrives] = useState(false)
  const { user } = useCurrentUser()
  const navigate = useNavigate()
  const signedIn = user !== null

  const AuthDialog = useDeferred(loadDialog, request !== null, () => {
    setRequest(null)
    showNotLoaded('The form')
  })

  useEffect(() => {
    if (!signedIn || !open || request === null) return
    setOpen(false)
    // The start page turns into the signed-in page by itself, so it needs no navigation.
    if (request.next === '/') setArrives(true)
    else void navigate(request.next)
  }, [signedIn, open, request, navigate])

  // Only the closed dialog lets the focus leave.
  useEffect(() => {
    if (!arrives || open) return
    setArrives(false)
    focusPage()
  }, [arrives, open])

  const ask = (asked: AuthRequest) => {
    setRequest(asked)
    setOpen(true)
  }
  return (
    <AuthDialogContext value={ask}>
      {children}
      {AuthDialog === null || request === null ? null : (
        <AuthDialog
          open={open}
          request={request}
          onChange={setRequest}
          onClose={() => setOpen(false)}
          signedIn={signedIn}
        />
      )}
    </AuthDialogContext>
  )
}
