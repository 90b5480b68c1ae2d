/**
 * A mail to one recipient. `to` is a bare address without a name. The text and the HTML have the same
 * content.
 */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /**
   * The Message-ID without angle brackets. The id is the same if the mail is sent again. If the id is
   * missing, each mail gets its own.
   */
  messageId?: string
  /** Further headers, with values from the product only. */
  headers?: Readonly<Record<string, string>>
}

/** Why a mail was not sent. Messages contain neither the recipient nor any part of the mail. */
export class MailError extends Error {}
/** The server was unreachable or silent, or it deferred the mail: a retry may succeed. */
export class MailNotSent extends MailError {}
/** The server asks for a later retry (greylisting); some servers accept a mail only after minutes. */
export class MailPutOff extends MailNotSent {}
/** The server, or our own check, rejects this mail: a retry gets the same result. */
export class MailRefused extends MailError {}
/** The server rejects the recipient: a hard bounce. */
export class RecipientRefused extends MailRefused {}
/** The server does not follow the SMTP protocol. */
export class MalformedMailReply extends MailError {}

/** Hands a mail to the mail server. Throws a `MailError`, and has its own timeout. */
export type Mailer = { send(mail: Mail): Promise<void> }
/** A receiver's response. The body of the response is not read. */
export type WebhookAnswer = { status: number; retryAfter: string | null }

/** Why there was no response, or why the address is refused. The message is a sentence without secrets. */
export class WebhookUnanswered extends Error {}
/** The address is not allowed, or its host resolves to an address that is not allowed. */
export class WebhookRefused extends WebhookUnanswered {}

type WebhookCall = { body: string; headers: Readonly<Record<string, string>>; signal: AbortSignal }

export interface WebhookSender {
  /** Throws `WebhookUnanswered`, or `WebhookRefused` before connecting. A redirect counts as a response. */
  send(url: string, call: WebhookCall): Promise<WebhookAnswer>
  /**
   * Throws `WebhookRefused` if the address is not allowed. A host that cannot be resolved now is not refused.
   */
  check(url: string, signal: AbortSignal): Promise<void>
}
