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

/**
 * The URL of a page, for mails, feeds and providers. `address` is the page's path, with or without a query or
 * fragment; any other address does not compile.
 */
export function pageUrl(publicUrl: string, address: PagePath | `${PagePath}${'?' | '#'}${string}`): string {
  return new URL(address, publicUrl).href
}

export const watchUrl = (publicUrl: string, watchId: string): string =>
  pageUrl(publicUrl, `/watches?watch=${watchId}`)
