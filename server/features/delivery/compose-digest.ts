import { createHash } from 'node:crypto'
import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import { pageUrl, watchUrl } from '#contract/page-paths.ts'
import type { Mail } from '#server/mail-ports.ts'
import { oneLine, reasonBelowTitle } from '#server/matching/result-summary-rules.ts'
import type { NewsPost } from '#server/source-ports.ts'
import type { DigestContent, DigestKey, DigestPost } from './digest-store.ts'

type MailEntry = { title: string; link: string; facts: string; quote: string | null }

type MailLayout = {
  paragraphs: readonly string[]
  entries: readonly MailEntry[]
  closing: readonly string[]
  action: { label: string; link: string }
  ending: string
  endingLink: { label: string; link: string }
}

export type ComposeDigest = {
  layoutMail: (to: string, subject: string, content: MailLayout) => Mail
  publicUrl: string
}

type Composed = {
  key: DigestKey
  content: DigestContent
  /** The best posts that are still stored, in the order of the digest. */
  posts: readonly { post: NewsPost; listed: DigestPost }[]
  token: string
}

const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

function creditOf({ attribution }: NewsPost): string[] {
  return attribution === undefined ? [] : [`by ${oneLine(attribution.author)}, ${attribution.license}`]
}

function toEntry(post: NewsPost, watchName: string, watchUrl: string): MailEntry {
  const reason = reasonBelowTitle(post)
  return {
    title: oneLine(post.title),
    link: post.url ?? watchUrl,
    facts: [`Score ${post.opportunityScore}`, post.community, `watch ${watchName}`, ...creditOf(post)].join(
      ' · ',
    ),
    quote: reason === null ? null : cutText(oneLine(reason), limits.quoteCharacters),
  }
}

const rhythmWords = ({ frequency, at, weekday, timeZone }: DigestContent) =>
  `${frequency === 'daily' ? 'daily' : `every ${weekday[0]?.toUpperCase()}${weekday.slice(1)}`} at ${at} (${timeZone})`

/**
 * The id is the same at every attempt to send this digest, so that mail programs show the mail once. It is
 * short, so that no server wraps the line.
 */
function messageIdOf({ userId, dueAt }: DigestKey, host: string): string {
  const hash = createHash('shake128', { outputLength: 12 })
  return `digest-${hash.update(`${userId} ${dueAt.toISOString()}`).digest('hex')}@${host}`
}

function unsubscribeUrl(publicUrl: string, token: string): string {
  return new URL(`/unsubscribe/${token}`, publicUrl).href
}

/**
 * The mail of a digest. The links lead directly to the discussions. The mail loads nothing from other sites.
 */
export function composeDigest({ layoutMail, publicUrl }: ComposeDigest, composed: Composed): Mail {
  const { key, content, posts, token } = composed
  const { best, email, olderPosts } = content
  const entries = posts.map(({ post, listed: { watchId, watchName } }) =>
    toEntry(post, watchName, watchUrl(publicUrl, watchId)),
  )
  const names = new Set(best.map(({ watchName }) => watchName))
  const [onlyName] = content.posts <= best.length && names.size === 1 ? names : []
  const subject = `${counted(content.posts, 'new post')} ${onlyName === undefined ? 'in your watches' : `in ${onlyName}`}`
  const more = content.posts - best.length
  const link = unsubscribeUrl(publicUrl, token)
  const host = new URL(publicUrl).hostname
  const mail = layoutMail(email, subject, {
    paragraphs: [],
    entries,
    closing: [
      ...(more > 0 ? [`And ${more.toLocaleString('en-US')} more in your watches.`] : []),
      ...(olderPosts > 0 ? [`${counted(olderPosts, 'post')} written long ago arrived too.`] : []),
    ],
    action: { label: 'Open your watches', link: pageUrl(publicUrl, '/watches') },
    ending: `You get this digest ${rhythmWords(content)}, because you switched it on. You can change it on the page of your watches.`,
    endingLink: { label: 'Unsubscribe', link },
  })
  return {
    ...mail,
    messageId: messageIdOf(key, host),
    headers: {
      'List-Id': `Unmet digest <digest.${host}>`,
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
