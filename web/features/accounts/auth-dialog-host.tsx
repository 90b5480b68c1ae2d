import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import { showNotLoaded } from '#web/failure-messages.ts'
import { useCurrentUser } from '#web/use-current-user.ts'
import type { AuthDialogProps, AuthRequest } from './auth-dialog.tsx'

const AuthDialog = lazy(async (): Promise<{ default: ComponentType<AuthDialogProps> }> => {
  try {
    return { default: (await import('./auth-dialog.tsx')).AuthDialog }
  } catch {
    showNotLoaded('The form')
    return { default: () => null }
  }
})

const AuthDialogContext = createContext<(request: AuthRequest) => void>(() => undefined)

export function useAuthDialog(): (request: AuthRequest) => void {
  return useContext(AuthDialogContext)
}

/** Holds the dialog for every page in it, and leads on who has signed in there. */
export function AuthDialogHost({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<AuthRequest | null>(null)
  const [open, setOpen] = useState(false)
  const { user } = useCurrentUser()
  const navigate = useNavigate()
  const signedIn = user !== null

  useEffect(() => {
    if (!signedIn || !open || request === null) return
    setOpen(false)
    // The dialog belongs to the start page: it turns into the person's own by itself.
    if (request.next !== '/') void navigate(request.next)
  }, [signedIn, open, request, navigate])

  const ask = (asked: AuthRequest) => {
    setRequest(asked)
    setOpen(true)
  }
  return (
    <AuthDialogContext value={ask}>
      {children}
      {request === null ? null : (
        <Suspense>
          <AuthDialog open={open} request={request} onChange={setRequest} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </AuthDialogContext>
  )
}
