import { type ComponentType, lazy } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import { PageShell } from '#web/features/site/page-shell.tsx'
import { NotFoundPage } from '#web/pages/not-found-page.tsx'
import { SearchPage } from '#web/pages/search-page.tsx'

/** A page whose code is fetched when somebody goes there. */
function later(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load() }))
}

const AdminDashboardPage = later(
  async () => (await import('#web/pages/admin-dashboard-page.tsx')).AdminDashboardPage,
)
const AdminLoginPage = later(async () => (await import('#web/pages/admin-login-page.tsx')).AdminLoginPage)
const AdminSetupPage = later(async () => (await import('#web/pages/admin-setup-page.tsx')).AdminSetupPage)
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
          <Route path="/admin" element={<AdminDashboardPage />} />
          <Route path="/admin/setup" element={<AdminSetupPage />} />
          <Route path="/admin/login" element={<AdminLoginPage />} />
          <Route path="/admin/reset-password" element={<ResetPasswordPage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </BrowserRouter>
  )
}
