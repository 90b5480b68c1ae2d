import type { ComponentType } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import { PageShell } from '#web/features/site/page-shell.tsx'
import { NotFoundPage } from '#web/pages/not-found-page.tsx'
import { later } from './later.ts'

const home = later(() => import('#web/pages/home-page.tsx'), 'HomePage')
const auth = later(() => import('#web/pages/auth-page.tsx'), 'AuthPage')
const resetPassword = later(() => import('#web/pages/reset-password-page.tsx'), 'ResetPasswordPage')
const admin = later(() => import('#web/pages/admin-pages.tsx'), 'AdminPages')

/** Every address of the product and the page that answers it. */
const pages: Readonly<Record<string, ComponentType>> = {
  '/': home,
  '/auth': auth,
  '/auth/login': auth,
  '/reset-password': resetPassword,
  '/verify-email': later(() => import('#web/pages/verify-email-page.tsx'), 'VerifyEmailPage'),
  '/profile': later(() => import('#web/pages/profile-page.tsx'), 'ProfilePage'),
  '/lists': later(() => import('#web/pages/lists-page.tsx'), 'ListsPage'),
  '/own': later(() => import('#web/pages/own-page.tsx'), 'OwnPage'),
  '/subscribe': later(() => import('#web/pages/subscribe-page.tsx'), 'SubscribePage'),
  '/success': later(() => import('#web/pages/success-page.tsx'), 'SuccessPage'),
  '/cancel': later(() => import('#web/pages/cancel-page.tsx'), 'CancelPage'),
  '/scoring': later(() => import('#web/pages/scoring-page.tsx'), 'ScoringPage'),
  '/privacy': later(() => import('#web/pages/privacy-page.tsx'), 'PrivacyPage'),
  '/terms': later(() => import('#web/pages/terms-page.tsx'), 'TermsPage'),
  '/contact': later(() => import('#web/pages/contact-page.tsx'), 'ContactPage'),
  '/admin': admin,
  '/admin/setup': admin,
  '/admin/login': admin,
  '/admin/reset-password': resetPassword,
  '*': NotFoundPage,
}

export function Router() {
  // Without transitions, so that who signs out leaves the page before it forgets them.
  return (
    <BrowserRouter useTransitions={false}>
      <PageRoutes />
    </BrowserRouter>
  )
}

export function PageRoutes() {
  return (
    <Routes>
      <Route element={<PageShell />}>
        {Object.entries(pages).map(([path, Page]) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </Route>
    </Routes>
  )
}
