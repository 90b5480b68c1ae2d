import { AddressRefused, type NamedHosts } from '#server/adapters/guarded-fetch/allowed-address.ts'
import { guardedPost } from '#server/adapters/guarded-fetch/guarded-post.ts'
import type { Resolve } from '#server/adapters/guarded-fetch/resolve-host.ts'
import { WebhookRefused, type WebhookSender, WebhookUnanswered } from '#server/mail-ports.ts'

const causes: Record<string, string> = {
  ECONNREFUSED: 'Nobody listens at this address.',
  ENOTFOUND: 'The name of the host was not found.',
  EAI_AGAIN: 'The name of the host could not be looked up.',
  ECONNRESET: 'The receiver closed the connection.',
  EPIPE: 'The receiver closed the connection.',
  ETIMEDOUT: 'The receiver could not be reached.',
  EHOSTUNREACH: 'The receiver could not be reached.',
  ENETUNREACH: 'The receiver could not be reached.',
}

/** Node's messages contain addresses and parameters, so only the error's code is used. */
function explain(error: unknown, signal: AbortSignal): WebhookUnanswered {
  if (error instanceof AddressRefused) return new WebhookRefused(`The address ${error.message}.`)
  if (signal.aborted) return new WebhookUnanswered('There was no answer in time.')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/u.test(code)
  const unexplained = 'The call failed before there was an answer.'
  return new WebhookUnanswered(
    isCertificate ? 'The certificate of the receiver is not valid.' : (causes[code] ?? unexplained),
  )
}

/** Calls webhooks after checking their addresses. `named` are private hosts that the operator allows. */
export function webhookSender(settings: { named: NamedHosts; resolve?: Resolve }): WebhookSender {
  const guarded = guardedPost(settings)
  return {
    send: (url, call) =>
      guarded.post(url, call).catch((error: unknown) => {
        throw explain(error, call.signal)
      }),
    check: (url, signal) =>
      guarded.check(url, signal).catch((error: unknown) => {
        throw explain(error, signal)
      }),
  }
}
