import { landingPath } from '#contract/landing-path.ts'

/** The URL of a sign-in page that leads back to `next`. */
export function authAddress(next: string, page: '/auth' | '/auth/login' = '/auth/login'): string {
  const landing = landingPath(next)
  const params = new URLSearchParams()
  if (page === '/auth') params.set('tab', 'sign-up')
  if (landing !== '/') params.set('next', landing)
  const query = params.toString()
  return query === '' ? page : `${page}?${query}`
}
