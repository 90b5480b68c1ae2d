/** A mail to one recipient. `to` is a bare address, without a name; both parts have the same content. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Without angle brackets; the same for a mail that is sent again. Otherwise each mail has its own. */
  messageId?: string
  /** Further headers, made of our own values. */
  headers?: Readonly<Record<string, string>>
}

/** Why a mail was not sent. Messages contain neither the recipient nor any part of the mail. */
export class MailError extends Error {}
/** The server was unreachable, silent or deferred the mail: a retry may succeed. */
export class MailNotSent extends MailError {}
/** The server asks for a later retry (greylisting): some accept a mail only after minutes. */
export class MailPutOff extends MailNotSent {}
/** The server, or our own check, rejects this mail: a retry gets the same result. */
export class MailRefused extends MailError {}
/** The server rejects the recipient: a hard bounce. */
export class RecipientRefused extends MailRefused {}
/** The server does not follow the SMTP protocol. */
export class MalformedMailReply extends MailError {}

/** Hands a mail to the mail server. Throws a `MailError`, and has its own timeout. */
export type Mailer = { send(mail: Mail): Promise<void> }
/** What a receiver answered; its body is not read. */
export type WebhookAnswer = { status: number; retryAfter: string | null }

/** Why a webhook had no answer, or its address is refused, as a sentence without secrets. */
export class WebhookUnanswered extends Error {}
/** The address is, or leads to, one that may not be called. */
export class WebhookRefused extends WebhookUnanswered {}

type WebhookCall = { body: string; headers: Readonly<Record<string, string>>; signal: AbortSignal }

export interface WebhookSender {
  /** Throws `WebhookUnanswered`, or `WebhookRefused` before it connects; redirects are answers. */
  send(url: string, call: WebhookCall): Promise<WebhookAnswer>
  /** Throws `WebhookRefused` for an address that may not be called, as far as it can be resolved. */
  check(url: string, signal: AbortSignal): Promise<void>
}
