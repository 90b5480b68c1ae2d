import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import { fillTemplate, type TemplateValues } from '#contract/webhook-template.ts'
import type { WebhookFormat } from '#contract/webhooks.ts'
import { reasonBelowTitle, reasonWords } from '#server/matching/result-summary-rules.ts'
import type { NewsPost } from '#server/source-ports.ts'

/** The content of a delivery: a new post of a watch, or a test. */
export type WebhookNews = {
  watch: { id: string; name: string }
  /** Null for a test, which sends an invented post. */
  post: NewsPost | null
  now: Date
}

type SentPost = Omit<TemplateValues, 'watch'> & {
  id: string
  /** The reason to show below the title of a message; empty if the title contains it. */
  quote: string
  attribution: NewsPost['attribution'] | null
}

const testPost: SentPost = {
  id: 'test',
  source: 'unmet',
  community: 'test',
  title: 'This is a test: is there a tool for invoices?',
  url: 'https://example.com/',
  score: 72,
  reason: 'I would pay for a tool that does this.',
  quote: 'I would pay for a tool that does this.',
  excerpt: 'I waste hours on this every week. I would pay for a tool that does this.',
  date: '2026-01-01T00:00:00.000Z',
  attribution: null,
}

function sentPost({ post }: WebhookNews): SentPost {
  if (post === null) return testPost
  return {
    id: post.sourceId,
    source: post.source,
    community: post.community,
    title: post.title,
    url: post.url ?? '',
    score: post.opportunityScore,
    reason: reasonWords(post) ?? '',
    quote: reasonBelowTitle(post) ?? '',
    excerpt: post.excerpt,
    date: post.createdAt?.toISOString() ?? '',
    attribution: post.attribution ?? null,
  }
}

const credit = ({ attribution }: SentPost) =>
  attribution === null || attribution === undefined
    ? []
    : [`By ${attribution.author}, ${attribution.license}`]

function standardBody({ watch, post, now }: WebhookNews, sent: SentPost): string {
  const type = post === null ? 'watch.test' : 'watch.post'
  const { quote: _, ...content } = sent
  return JSON.stringify({ type, timestamp: now.toISOString(), data: { watch, post: content } })
}

/** Slack would interpret `<!channel>` and links in a text if `&`, `<` and `>` were not escaped. */
const forSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const slackUrl = (url: string) => forSlack(url).replaceAll('|', '%7C')

function slackBody({ watch }: WebhookNews, sent: SentPost): string {
  const title = forSlack(String(sent.title)).replaceAll('\n', ' ')
  const lines = [
    sent.url === '' ? `*${title}*` : `<${slackUrl(String(sent.url))}|${title}>`,
    `Score ${sent.score} in ${forSlack(String(sent.community))}, for ${forSlack(watch.name)}`,
    ...(sent.quote === '' ? [] : [`> ${forSlack(sent.quote).replaceAll('\n', ' ')}`]),
    ...credit(sent).map(forSlack),
  ]
  return JSON.stringify({ text: lines.join('\n'), unfurl_links: false, unfurl_media: false })
}

/**
 * Discord would show `[words](address)` as a link that hides its target, and `<@1>` as the name of a user.
 */
const forDiscord = (text: string) => text.replaceAll(/[\\*_~`|[\]<>#]/gu, '\\$&')

/** Discord's limits: 256 characters for a title, 4,096 for a description. Nobody is mentioned. */
function discordBody({ watch }: WebhookNews, sent: SentPost): string {
  const description = [
    `Score ${sent.score} in ${forDiscord(String(sent.community))}, for ${forDiscord(watch.name)}`,
    forDiscord(sent.quote),
    ...credit(sent).map(forDiscord),
  ]
  const embed = {
    title: cutText(forDiscord(String(sent.title)), 256),
    ...(/^https?:/u.test(String(sent.url)) ? { url: sent.url } : {}),
    description: cutText(description.filter((line) => line !== '').join('\n'), 4096),
    ...(sent.date === '' ? {} : { timestamp: sent.date }),
  }
  return JSON.stringify({ embeds: [embed], allowed_mentions: { parse: [] } })
}

type Shape = { format: WebhookFormat; template: string | null }

function bodyOf({ format, template }: Shape, news: WebhookNews, sent: SentPost): string {
  if (format === 'standard') return standardBody(news, sent)
  if (format === 'slack') return slackBody(news, sent)
  if (format === 'discord') return discordBody(news, sent)
  const { id: _, attribution: __, quote: ___, ...values } = sent
  return fillTemplate(template ?? '{}', { ...values, watch: news.watch.name })
}

const mostBytes = 20_000

/**
 * The body of a delivery, at most 20 kB. Only a template that repeats fields can become longer; its fields
 * are then cut.
 */
export function webhookBody(format: WebhookFormat, template: string | null, news: WebhookNews): string {
  const sent = sentPost(news)
  for (let most: number = limits.excerptCharacters; ; most = Math.floor(most / 2)) {
    const cut = (text: string | number) => cutText(String(text), most)
    const title = cutText(String(sent.title), Math.min(limits.titleCharacters, most))
    const cuts = {
      title,
      reason: cut(sent.reason),
      quote: cut(sent.quote),
      excerpt: cut(sent.excerpt),
      community: cut(sent.community),
    }
    // A truncated URL would not work, so it is removed.
    const shorter = { ...sent, ...cuts, ...(most < 2 && { url: '' }) }
    const watch = { ...news.watch, name: cutText(news.watch.name, most) }
    const body = bodyOf({ format, template }, { ...news, watch }, shorter)
    if (Buffer.byteLength(body) <= mostBytes || most < 2) return body
  }
}
