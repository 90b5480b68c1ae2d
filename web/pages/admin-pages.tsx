import { useLocation } from 'react-router'
import { AdminDashboardPage } from './admin-dashboard-page.tsx'
import { AdminLoginPage } from './admin-login-page.tsx'
import { AdminSetupPage } from './admin-setup-page.tsx'

/** The pages of the operator's area, fetched together: whoever sees one sees another next. */
export function AdminPages() {
  // As the router reads addresses: in any case, and with or without a slash at the end.
  const address = useLocation().pathname.toLowerCase()
  if (/\/setup\/*$/u.test(address)) return <AdminSetupPage />
  if (/\/login\/*$/u.test(address)) return <AdminLoginPage />
  return <AdminDashboardPage />
}
