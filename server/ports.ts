import type { SignInProvider } from '#contract/accounts.ts'
import type { Evidence, KeywordMatch, SourceCoverage } from '#contract/search.ts'
import type { PostScore } from '#scoring/score-post.ts'

/** The time now; tests stop it. */
export type Clock = () => Date

/** A public post as we keep it. Text is as stored: evidence offsets point into it. */
export type Post = {
  /** Where it was published: `reddit`, `hacker-news`, ... */
  source: string
  /** The id its source gave it, without a type prefix. Source and id together are unique. */
  sourceId: string
  community: string
  title: string
  selftext: string
  /** An http(s) address of the discussion, or null. */
  url: string | null
  /** Null when the source does not tell. */
  upvotes: number | null
  comments: number | null
  createdAt: Date
  /** Written for the starter collection, not by a person in a discussion. */
  sample: boolean
}

/** What a list of results shows of a post's text. */
export type PostCard = {
  /** A piece of the text as stored, beginning at the UTF-16 offset `excerptStart`. */
  excerpt: string
  excerptStart: number
  /** The length of the whole text, in UTF-16 units. */
  textCharacters: number
  /** With the words of those that stand outside title and excerpt. */
  evidence: Evidence[]
}

/** A post in the archive with the score it was given when it was kept; its whole text is read apart. */
export type ArchivedPost = Omit<Post, 'selftext'> &
  Omit<PostScore, 'evidence'> &
  PostCard & { archiveId: number; scorerVersion: string }

/** One thing a keyword asks for: words that follow each other exactly, or a single word. */
export type KeywordTerm = { words: string; phrase: boolean; excluded: boolean }

export type SourceQuery = {
  /** The keyword as typed, trimmed, white space folded. */
  keyword: string
  terms: readonly KeywordTerm[]
}

export type SourceLimits = {
  /** At most this many posts come back. */
  posts: number
  /** Aborts when the source's time is over. */
  signal: AbortSignal
}

/** A post that a source found; `match` is absent when the source does not tell where the words stood. */
export type FoundPost = { post: Post | ArchivedPost; match?: KeywordMatch }

export type SourceAnswer = { posts: FoundPost[]; coverage: Omit<SourceCoverage, 'source' | 'failed'> }

/** Why a source could not answer, in words that a person may read in `coverage`. */
export class SourceError extends Error {}

/** A place to search for posts. What `search` throws beside a `SourceError` is only logged. */
export type DiscussionSource = {
  name: string
  /** How long a search may wait for this source, in milliseconds. */
  timeLimitMs: number
  search(query: SourceQuery, limits: SourceLimits): Promise<SourceAnswer>
}

/** One mail to one person. `to` is a bare address, without a name; the parts say the same. */
export type Mail = { to: string; subject: string; text: string; html: string }

/** Why a mail did not go out. Messages hold neither the recipient nor anything of the mail. */
export class MailError extends Error {}
/** The server could not be reached, stopped answering or put us off: a later try may succeed. */
export class MailNotSent extends MailError {}
/** The server, or we ourselves, will not take this mail: another try gets the same answer. */
export class MailRefused extends MailError {}
/** What the server said is not what a mail server says. */
export class MailServerNonsense extends MailError {}

/** Hands a mail over to whoever delivers it. Throws a `MailError`, and ends within its own time limit. */
export type Mailer = { send(mail: Mail): Promise<void> }

/** What a browser's session remembers while the browser is at a provider; of use once. */
export type ProviderSecrets = { state: string; nonce: string; codeVerifier: string }

/** Who the provider says somebody is. Issuer and subject never change; all else may. */
export type ProviderPerson = {
  issuer: string
  subject: string
  /** As the provider wrote it; null when it tells none. */
  email: string | null
  /** True only when the provider itself vouches for the address. */
  emailVerified: boolean
  firstName: string | null
  lastName: string | null
}

/** Why a provider could not sign somebody in. Messages carry no code, token or secret. */
export abstract class IdentityProviderError extends Error {}

/** No answer in time, no connection, or a failure on their side. */
export class ProviderUnreachable extends IdentityProviderError {}

/** They, or the person at their page, said no. */
export class ProviderRefused extends IdentityProviderError {}

/** They answered what cannot be trusted: a wrong state, nonce, issuer, audience, signature or shape. */
export class ProviderNonsense extends IdentityProviderError {}

/** Another site that people sign in with. Both calls throw an `IdentityProviderError` and nothing else. */
export type IdentityProvider = {
  name: SignInProvider
  /** The address to send the browser to; it comes back to `callbackUrl`, an address of ours without a query. */
  begin(callbackUrl: string): Promise<{ address: string; secrets: ProviderSecrets }>
  /** Redeems the address the browser came back to, with what the provider added to its query. */
  finish(cameBackTo: URL, secrets: ProviderSecrets): Promise<ProviderPerson>
}
