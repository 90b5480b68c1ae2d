/** Whether a host, as it is written in URLs and settings, is this machine. */
export const isLoopbackHost = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|::1|\[::1\])$/u.test(host)
