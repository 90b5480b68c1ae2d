import { escapeMarkup } from '#contract/escape-markup.ts'
import { type PagePath, pageUrl } from '#contract/page-paths.ts'
import type { Mail } from '#server/mail-ports.ts'

/**
 * An entry such as a post. Its title is a link, `facts` is a line below it, and `quote` is a sentence from
 * it.
 */
type MailEntry = { title: string; link: string; facts: string; quote: string | null }

type MailContent = {
  paragraphs: readonly string[]
  entries?: readonly MailEntry[]
  /** Paragraphs below the entries. */
  closing?: readonly string[]
  /** The call to action. Its URL is also written out, for mail clients that show no links. */
  action?: { label: string; link: string }
  /** Advice for a person who did not expect this mail. */
  ending: string
  /** Text below the advice, such as a link to unsubscribe. */
  endingLink?: { label: string; link: string }
}

const bodyStyle =
  'margin:0;padding:32px 16px;background:#f6f6f7;color:#18181b;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif'
const cardStyle = 'max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px'
const buttonStyle =
  'display:inline-block;padding:12px 20px;background:#18181b;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600'
const smallStyle = 'margin:16px 0 0;font-size:13px;color:#52525b;word-break:break-all'

function actionHtml({ label, link }: { label: string; link: string }): string {
  const address = escapeMarkup(link)
  return `<p style="margin:24px 0 0"><a href="${address}" style="${buttonStyle}">${escapeMarkup(label)}</a></p>
<p style="${smallStyle}">Or open this address: <a href="${address}" style="color:#52525b">${address}</a></p>`
}

const paragraphHtml = (paragraph: string) => `<p style="margin:16px 0 0">${escapeMarkup(paragraph)}</p>`

function entryHtml({ title, link, facts, quote }: MailEntry): string {
  const quoted =
    quote === null
      ? ''
      : `\n<p style="margin:8px 0 0;padding-left:12px;border-left:3px solid #d4d4d8"><bdi>${escapeMarkup(quote)}</bdi></p>`
  return `<h2 style="margin:24px 0 0;font-size:16px;line-height:1.4"><a href="${escapeMarkup(link)}" style="color:#18181b"><bdi>${escapeMarkup(title)}</bdi></a></h2>
<p style="margin:4px 0 0;font-size:13px;color:#52525b">${escapeMarkup(facts)}</p>${quoted}`
}

function endingHtml({ ending, endingLink }: MailContent): string {
  if (endingLink === undefined) return escapeMarkup(ending)
  const { label, link } = endingLink
  return `${escapeMarkup(ending)} <a href="${escapeMarkup(link)}" style="color:#52525b">${escapeMarkup(label)}</a>`
}

function toHtml(subject: string, content: MailContent): string {
  const { paragraphs, entries = [], closing = [], action } = content
  const text = [...paragraphs.map(paragraphHtml), ...entries.map(entryHtml), ...closing.map(paragraphHtml)]
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(subject)}</title></head>
<body style="${bodyStyle}">
<div role="main" style="${cardStyle}">
<p style="margin:0;font-weight:700;letter-spacing:-0.01em">Unmet</p>
<h1 style="margin:16px 0 0;font-size:22px;line-height:1.3">${escapeMarkup(subject)}</h1>
${text.join('\n')}
${action === undefined ? '' : actionHtml(action)}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e4e4e7;font-size:13px;color:#52525b">${endingHtml(content)}</p>
</div>
</body>
</html>
`
}

const entryText = ({ title, link, facts, quote }: MailEntry) =>
  [title, facts, ...(quote === null ? [] : [`> ${quote}`]), link].join('\n')

const linkText = (link: MailContent['action']) => (link === undefined ? [] : [`${link.label}:\n${link.link}`])

function toText(content: MailContent): string {
  const { paragraphs, entries = [], closing = [], action, ending, endingLink } = content
  const parts = [...paragraphs, ...entries.map(entryText), ...closing, ...linkText(action)]
  return `${[...parts, ending, ...linkText(endingLink), '-- \nUnmet'].join('\n\n')}\n`
}

/** The URL of a mailed link with a token. Only the configured public URL is used. */
export function tokenLink(publicUrl: string, path: PagePath, token: string): string {
  return pageUrl(publicUrl, `${path}?${new URLSearchParams({ token }).toString()}`)
}

/** Renders the content as text and as HTML, so that both parts have the same content. */
export function layoutMail(to: string, subject: string, content: MailContent): Mail {
  return { to, subject, text: toText(content), html: toHtml(subject, content) }
}
