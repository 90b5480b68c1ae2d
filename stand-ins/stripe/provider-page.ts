import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** Text escaped for HTML. */
export type Markup = { markup: string }

/** Markup in which every value is escaped, unless it is markup itself. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Markup | Markup[])[]) {
  const filled = values.map((value, at) => `${markupOf(value)}${parts[at + 1] ?? ''}`)
  return { markup: `${parts[0] ?? ''}${filled.join('')}` }
}

function markupOf(value: string | number | Markup | Markup[]): string {
  if (Array.isArray(value)) return value.map((one) => one.markup).join('')
  return typeof value === 'object' ? value.markup : escaped(String(value))
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/gu, (sign) => `&#${sign.charCodeAt(0)};`)
}

const style = `
:root{color-scheme:light;font:1rem/1.5 system-ui,sans-serif}
body{margin:0;background:#f4f4f6;color:#1c1c22}
.test{background:#7a1f00;color:#fff;padding:.75rem 1rem;text-align:center;font-weight:600}
main{max-width:34rem;margin:2rem auto;padding:1.5rem;background:#fff;border:1px solid #c9c9d2;border-radius:.5rem}
h1{font-size:1.4rem;margin:0 0 .5rem}h2{font-size:1.1rem;margin:1.5rem 0 .5rem}h3{font-size:1rem;margin:1.25rem 0 .25rem}
fieldset{border:1px solid #c9c9d2;border-radius:.5rem;margin:1rem 0;padding:.75rem 1rem}
label{display:flex;gap:.5rem;align-items:baseline;padding:.35rem 0}
form{margin:.5rem 0}
button{font:inherit;padding:.55rem 1rem;border:1px solid #2a2a80;border-radius:.4rem;background:#fff;color:#2a2a80;cursor:pointer}
button.main{background:#2a2a80;color:#fff;width:100%}
a{color:#2a2a80}
:focus-visible{outline:3px solid #b35900;outline-offset:2px}
[role=alert]{border-left:4px solid #a30000;padding:.5rem .75rem;background:#fff0f0}
[role=status]{border-left:4px solid #14632b;padding:.5rem .75rem;background:#eefaf1}
`
const styleHash = createHash('sha256').update(style).digest('base64')

type PageParts = {
  title: string
  body: Markup
  status?: number
  /** URLs of other sites that forms of the page may redirect to. */
  leadsTo?: (string | null)[]
}

/** Sends a page of the stand-in: marked as a test, without scripts, with its own content security policy. */
export function sendPage(reply: FastifyReply, page: PageParts): FastifyReply {
  const origins = (page.leadsTo ?? []).flatMap((address) => URL.parse(address ?? '')?.origin ?? [])
  const formAction = ["'self'", ...new Set(origins)].join(' ')
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} - TEST</title>
<style>${{ markup: style }}</style>
</head>
<body>
<header class="test">TEST - no real money, local stand-in for the payment provider</header>
<main>
<h1>${page.title}</h1>
${page.body}
</main>
</body>
</html>
`
  return reply
    .status(page.status ?? 200)
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'; form-action ${formAction}`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(document.markup)
}

export function sendMissing(reply: FastifyReply, what: string, hint: string): FastifyReply {
  return sendPage(reply, { title: `There is no such ${what}`, status: 404, body: html`<p>${hint}</p>` })
}

export function moneyText(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)
}

export function dateText(seconds: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1000)
}
