import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { buildPattern } from '#contract/build-pattern.ts'
import { factMark, renderedMarks, type SiteFacts, siteFactsId } from '#contract/site-facts.ts'
import type { Visitor } from '#server/actor.ts'
import { AppError } from '#server/errors.ts'
import { findVisitor } from './caller.ts'
import { logFailure } from './failure-log.ts'
import { contentSecurityPolicy } from './site-security.ts'
import { toAppError } from './to-app-error.ts'

const factsBlock = buildPattern(`(<script id="${siteFactsId}"[^<>]*>)[^<]*(</script>)`, 'u')

/** Text escaped for markup and attribute values. */
function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/gu, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** The template with every placeholder replaced. In the JSON block only `<` is escaped. */
export function fillTemplate(template: string, facts: SiteFacts): string {
  const json = JSON.stringify(facts).replaceAll('<', '\\u003c')
  let filled = template.replace(factsBlock, '$1$2')
  for (const name of Object.keys(facts) as (keyof SiteFacts)[]) {
    filled = filled.replaceAll(factMark(name), () => escapeMarkup(facts[name]))
  }
  return filled.replace(factsBlock, (_, open: string, close: string) => `${open}${json}${close}`)
}

/** Sources of a content security policy for the inline scripts or styles of a page. */
function inlineHashes(page: string, tag: 'script' | 'style'): string[] {
  const inline = page.split(`<${tag}>`).slice(1)
  const texts = inline.map((from) => from.split(`</${tag}>`, 1)[0] ?? '')
  return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

/** A built file with the facts of this installation, prepared once and sent many times. */
export type PreparedPage = ReturnType<typeof preparePage>

/** Calls the function once and then always returns the same result. */
function onFirstCall<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | null = null
  return () => {
    made ??= make()
    return made
  }
}

export function preparePage(template: string, facts: SiteFacts, mediaType: string) {
  const page = fillTemplate(template, facts)
  const plain = Buffer.from(page)
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  return {
    mediaType,
    policy: contentSecurityPolicy(inlineHashes(page, 'script'), inlineHashes(page, 'style')),
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    // Compressed on first use, because compressing all pages in all encodings would add 0.3 s to the start.
    br: onFirstCall(() => promisify(brotliCompress)(plain, brotli)),
    gzip: onFirstCall(() => promisify(gzip)(plain, { level: 9 })),
  }
}

/** Sends a page in an encoding that the browser accepts, or 304 if the browser already has the page. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, status = 200 }: { page: PreparedPage; status?: number },
): Promise<FastifyReply> {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = /\bbr\b/u.test(accepted) ? 'br' : /\bgzip\b/u.test(accepted) ? 'gzip' : null
  reply.headers({
    'cache-control': 'no-cache',
    'content-security-policy': page.policy,
    vary: 'accept-encoding, cookie',
    etag: page.etag,
  })
  if (status === 200 && request.headers['if-none-match']?.includes(page.etag)) return reply.code(304).send()
  const body = encoding === null ? page.plain : await page[encoding]()
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply.code(status).type(page.mediaType).send(body)
}

/** Saved results as a visitor sees them, with the data for hydration. */
type RenderedResults = { title: string; searchesToday: number; markup: string }

/** Renders the results of a session for a browser. Throws the same errors as reading the results. */
export type RenderResults = (request: {
  /** The path with the query string. */
  address: string
  session: string
  visitor: Visitor
}) => Promise<RenderedResults>

const anyMark = /\{\{\w+\}\}/gu

/**
 * Sends saved results as a server-rendered page. Returns false if that is impossible; the browser then shows
 * the reason.
 */
export async function openRenderedResults(folder: string, facts: SiteFacts, render: RenderResults) {
  const template = fillTemplate(await readFile(join(folder, 'results.html'), 'utf8'), facts)
  const policy = contentSecurityPolicy(inlineHashes(template, 'script'), inlineHashes(template, 'style'))
  return async (request: FastifyRequest, reply: FastifyReply, session: string): Promise<boolean> => {
    const rendered = await render({ address: request.url, session, visitor: findVisitor(request) }).catch(
      (error: unknown) => {
        // The browser reports expired results. Other errors are logged here.
        if (!(error instanceof AppError)) logFailure(toAppError(error), request)
        return null
      },
    )
    if (rendered === null) return false
    const parts: Record<string, string> = {
      [renderedMarks.title]: escapeMarkup(rendered.title),
      [renderedMarks.session]: escapeMarkup(session),
      [renderedMarks.searchesToday]: String(rendered.searchesToday),
      [renderedMarks.markup]: rendered.markup,
    }
    reply
      .headers({ 'cache-control': 'private, no-cache', 'content-security-policy': policy, vary: 'cookie' })
      .type('text/html; charset=utf-8')
      .send(template.replace(anyMark, (mark) => parts[mark] ?? mark))
    return true
  }
}
