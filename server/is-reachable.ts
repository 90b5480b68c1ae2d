const loopbackHosts = new Set(['127.0.0.1', '[::1]', '::1', 'localhost'])

/** Whether others than this machine may reach the product, by what it listens on and what it is called. */
export function isReachable({ host, publicUrl }: { host: string; publicUrl: string | null }): boolean {
  const hosts = [host, ...(publicUrl === null ? [] : [new URL(publicUrl).hostname])]
  return hosts.some((one) => !loopbackHosts.has(one))
}
