import { type ComponentType, lazy } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import { PageShell } from '#web/features/site/page-shell.tsx'
import { NotFoundPage } from '#web/pages/not-found-page.tsx'

/** A page whose code is fetched when somebody goes there. */
function later(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load() }))
}

const AdminPages = later(async () => (await import('#web/pages/admin-pages.tsx')).AdminPages)
const AuthPage = later(async () => (await import('#web/pages/auth-page.tsx')).AuthPage)
const ContactPage = later(async () => (await import('#web/pages/contact-page.tsx')).ContactPage)
const CancelPage = later(async () => (await import('#web/pages/cancel-page.tsx')).CancelPage)
const ListsPage = later(async () => (await import('#web/pages/lists-page.tsx')).ListsPage)
const OwnPage = later(async () => (await import('#web/pages/own-page.tsx')).OwnPage)
const PrivacyPage = later(async () => (await import('#web/pages/privacy-page.tsx')).PrivacyPage)
const HomePage = later(async () => (await import('#web/pages/home-page.tsx')).HomePage)
const ProfilePage = later(async () => (await import('#web/pages/profile-page.tsx')).ProfilePage)
const ResetPasswordPage = later(
  async () => (await import('#web/pages/reset-password-page.tsx')).ResetPasswordPage,
)
const ScoringPage = later(async () => (await import('#web/pages/scoring-page.tsx')).ScoringPage)
const SubscribePage = later(async () => (await import('#web/pages/subscribe-page.tsx')).SubscribePage)
const SuccessPage = later(async () => (await import('#web/pages/success-page.tsx')).SuccessPage)
const TermsPage = later(async () => (await import('#web/pages/terms-page.tsx')).TermsPage)
const VerifyEmailPage = later(async () => (await import('#web/pages/verify-email-page.tsx')).VerifyEmailPage)

/** The product in a browser. */
export function Router() {
  // Without transitions, so that who signs out leaves the page before it forgets them.
  return (
    <BrowserRouter useTransitions={false}>
      <PageRoutes />
    </BrowserRouter>
  )
}

/** Every address of the product and the page that answers it. */
export function PageRoutes() {
  return (
    <Routes>
      <Route element={<PageShell />}>
        <Route index element={<HomePage />} />
        <Route path="/auth" element={<AuthPage />} />
        <Route path="/auth/login" element={<AuthPage />} />
        <Route path="/reset-password" element={<ResetPasswordPage />} />
        <Route path="/verify-email" element={<VerifyEmailPage />} />
        <Route path="/profile" element={<ProfilePage />} />
        <Route path="/lists" element={<ListsPage />} />
        <Route path="/own" element={<OwnPage />} />
        <Route path="/subscribe" element={<SubscribePage />} />
        <Route path="/success" element={<SuccessPage />} />
        <Route path="/cancel" element={<CancelPage />} />
        <Route path="/scoring" element={<ScoringPage />} />
        <Route path="/privacy" element={<PrivacyPage />} />
        <Route path="/terms" element={<TermsPage />} />
        <Route path="/contact" element={<ContactPage />} />
        <Route path="/admin" element={<AdminPages />} />
        <Route path="/admin/setup" element={<AdminPages />} />
        <Route path="/admin/login" element={<AdminPages />} />
        <Route path="/admin/reset-password" element={<ResetPasswordPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}
