import type { ComponentType } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import type { PagePath } from '#contract/page-paths.ts'
import { PageShell } from '#web/features/site/page-shell.tsx'
import { NotFoundPage } from '#web/pages/not-found-page.tsx'
import { lazyComponent } from './lazy-component.ts'

const home = lazyComponent(() => import('#web/pages/home-page.tsx'), 'HomePage')
const auth = lazyComponent(() => import('#web/pages/auth-page.tsx'), 'AuthPage')
const resetPassword = lazyComponent(() => import('#web/pages/reset-password-page.tsx'), 'ResetPasswordPage')
const admin = lazyComponent(() => import('#web/pages/admin-pages.tsx'), 'AdminPages')

/** Every URL of the product and its page. */
const pages: Readonly<Record<PagePath | '*', ComponentType>> = {
  '/': home,
  '/auth': auth,
  '/auth/login': auth,
  '/reset-password': resetPassword,
  '/verify-email': lazyComponent(() => import('#web/pages/verify-email-page.tsx'), 'VerifyEmailPage'),
  '/profile': lazyComponent(() => import('#web/pages/profile-page.tsx'), 'ProfilePage'),
  '/lists': lazyComponent(() => import('#web/pages/lists-page.tsx'), 'ListsPage'),
  '/watches': lazyComponent(() => import('#web/pages/watches-page.tsx'), 'WatchesPage'),
  '/own': lazyComponent(() => import('#web/pages/own-page.tsx'), 'OwnPage'),
  '/subscribe': lazyComponent(() => import('#web/pages/subscribe-page.tsx'), 'SubscribePage'),
  '/success': lazyComponent(() => import('#web/pages/success-page.tsx'), 'SuccessPage'),
  '/cancel': lazyComponent(() => import('#web/pages/cancel-page.tsx'), 'CancelPage'),
  '/scoring': lazyComponent(() => import('#web/pages/scoring-page.tsx'), 'ScoringPage'),
  '/developers': lazyComponent(() => import('#web/pages/developers-page.tsx'), 'DevelopersPage'),
  '/privacy': lazyComponent(() => import('#web/pages/privacy-page.tsx'), 'PrivacyPage'),
  '/terms': lazyComponent(() => import('#web/pages/terms-page.tsx'), 'TermsPage'),
  '/contact': lazyComponent(() => import('#web/pages/contact-page.tsx'), 'ContactPage'),
  '/admin': admin,
  '/admin/setup': admin,
  '/admin/login': admin,
  '/admin/reset-password': resetPassword,
  '*': NotFoundPage,
}

export function Router() {
  // Without transitions, so that a sign-out leaves the page before its data is cleared.
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
