/** The path of every page. */
export const pagePaths = [
  '/',
  '/auth',
  '/auth/login',
  '/reset-password',
  '/verify-email',
  '/profile',
  '/lists',
  '/watches',
  '/own',
  '/subscribe',
  '/success',
  '/cancel',
  '/scoring',
  '/developers',
  '/privacy',
  '/terms',
  '/contact',
  '/admin',
  '/admin/setup',
  '/admin/login',
  '/admin/reset-password',
] as const
export type PagePath = (typeof pagePaths)[number]

/** The page at a path. Case and additional slashes are ignored. Undefined if there is no such page. */
export function pageAt(path: string): PagePath | undefined {
  const parts = path.toLowerCase().split('/')
  const meant = `/${parts.filter((part) => part !== '').join('/')}`
  return pagePaths.find((one) => one === meant)
}
