import { type ComponentType, lazy } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import { PageShell } from '#web/features/site/page-shell.tsx'
import { NotFoundPage } from '#web/pages/not-found-page.tsx'
import { SearchPage } from '#web/pages/search-page.tsx'

/** A page whose code is fetched when somebody goes there. */
function later(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load() }))
}

const AdminPages = later(async () => (await import('#web/pages/admin-pages.tsx')).AdminPages)
const AuthPage = later(async () => (await import('#web/pages/auth-page.tsx')).AuthPage)
const CancelPage = later(async () => (await import('#web/pages/cancel-page.tsx')).CancelPage)
const ProfilePage = later(async () => (await import('#web/pages/profile-page.tsx')).ProfilePage)
const ResetPasswordPage = later(
  async () => (await import('#web/pages/reset-password-page.tsx')).ResetPasswordPage,
)
const ScoringPage = later(async () => (await import('#web/pages/scoring-page.tsx')).ScoringPage)
const SubscribePage = later(async () => (await import('#web/pages/subscribe-page.tsx')).SubscribePage)
const SuccessPage = later(async () => (await import('#web/pages/success-page.tsx')).SuccessPage)
const VerifyEmailPage = later(async () => (await import('#web/pages/verify-email-page.tsx')).VerifyEmailPage)

/** Every address of the product and the page that answers it. */
export function Router() {
  // Without transitions, so that who signs out leaves the page before it forgets them.
  return (
    <BrowserRouter useTransitions={false}>
      <Routes>
        <Route element={<PageShell />}>
          <Route index element={<SearchPage />} />
          <Route path="/auth" element={<AuthPage />} />
          <Route path="/auth/login" element={<AuthPage />} />
          <Route path="/reset-password" element={<ResetPasswordPage />} />
          <Route path="/verify-email" element={<VerifyEmailPage />} />
          <Route path="/profile" element={<ProfilePage />} />
          <Route path="/subscribe" element={<SubscribePage />} />
          <Route path="/success" element={<SuccessPage />} />
          <Route path="/cancel" element={<CancelPage />} />
          <Route path="/scoring" element={<ScoringPage />} />
          <Route path="/admin" element={<AdminPages />} />
          <Route path="/admin/setup" element={<AdminPages />} />
          <Route path="/admin/login" element={<AdminPages />} />
          <Route path="/admin/reset-password" element={<ResetPasswordPage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </BrowserRouter>
  )
}
