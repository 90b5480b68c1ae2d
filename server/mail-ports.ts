/** One mail to one person. `to` is a bare address, without a name; the parts say the same. */
export type Mail = { to: string; subject: string; text: string; html: string }

/** Why a mail did not go out. Messages hold neither the recipient nor anything of the mail. */
export class MailError extends Error {}
/** The server could not be reached, stopped answering or put us off: a later try may succeed. */
export class MailNotSent extends MailError {}
/** The server asks for another try later, as one does that does not know us yet: some take a mail only after minutes. */
export class MailPutOff extends MailNotSent {}
/** The server, or we ourselves, will not take this mail: another try gets the same answer. */
export class MailRefused extends MailError {}
/** What the server said is not what a mail server says. */
export class MalformedMailReply extends MailError {}

/** Hands a mail over to whoever delivers it. Throws a `MailError`, and ends within its own time limit. */
export type Mailer = { send(mail: Mail): Promise<void> }
