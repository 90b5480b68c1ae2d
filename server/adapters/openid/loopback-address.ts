/** True for a plain http address of this very machine, the only one that may go without TLS. */
export function isPlainLoopback(url: URL): boolean {
  return url.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
}
