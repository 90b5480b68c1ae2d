import { escapeMarkup } from '#contract/escape-markup.ts'
import { pageUrl } from '#contract/page-paths.ts'

/**
 * The stylesheet of the page, in the colours of the product. The content security policy of the page allows
 * it by its hash.
 */
export const unsubscribeStyle = `
:root{color-scheme:light dark}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:24px;box-sizing:border-box;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif;background:light-dark(#fafaf6,#0e130f);color:light-dark(#16211a,#eef0e8)}
main{max-width:480px;padding:32px;border:1px solid light-dark(#dfe1d8,#2b332d);border-radius:14px;background:light-dark(#fff,#161c17)}
h1{margin:8px 0 0;font-size:24px;line-height:1.3}
p{margin:12px 0 0}
.name{margin:0;font-weight:700}
button,.button{display:inline-block;margin-top:24px;padding:12px 20px;border:0;border-radius:10px;font:inherit;font-weight:600;text-decoration:none;cursor:pointer;background:light-dark(#1c4a2b,#d5f26b);color:light-dark(#f6fadc,#142a18)}
:focus-visible{outline:2px solid light-dark(#1c4a2b,#d5f26b);outline-offset:3px}
`

type Shown = { heading: string; words: string; action: string }

const link = (label: string, address: string) =>
  `<a class="button" href="${escapeMarkup(address)}">${escapeMarkup(label)}</a>`

/** Mail programs send the same field (RFC 8058). */
const form =
  '<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Unsubscribe</button></form>'

function contentOf(state: 'on' | 'off' | 'unknown', publicUrl: string): Shown {
  const watches = pageUrl(publicUrl, '/watches')
  if (state === 'on')
    return {
      heading: 'Stop the digest?',
      words: 'You no longer get digests of your watches by mail. The watches themselves stay.',
      action: form,
    }
  if (state === 'off')
    return {
      heading: 'You are unsubscribed',
      words: 'You no longer get digests. You can switch them on again on the page of your watches.',
      action: link('Open your watches', watches),
    }
  return {
    heading: 'This link no longer works',
    words:
      'It is too old, or its account was deleted. Digests can be switched off on the page of your watches.',
    action: link('Open your watches', watches),
  }
}

/** A page that needs no script and no session. */
export function unsubscribePage(state: 'on' | 'off' | 'unknown', publicUrl: string): string {
  const { heading, words, action } = contentOf(state, publicUrl)
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${heading} · Unmet</title><style>${unsubscribeStyle}</style></head>
<body><main><p class="name">Unmet</p><h1>${heading}</h1><p>${words}</p>${action}</main></body>
</html>
`
}
