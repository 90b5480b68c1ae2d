/** Whether a host, as written in addresses and settings, is this machine itself. */
export const isLoopbackHost = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|::1|\[::1\])$/u.test(host)
