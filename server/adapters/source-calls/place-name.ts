/** The source name posts of a place are stored under: its host, with port and path where it has them, so that it stands before an id. */
export function placeName({ host, pathname }: URL): string {
  const path = pathname === '/' ? '' : pathname
  return `${host}${path}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]/gu, '-')
    .replace(/-+$/u, '')
}
