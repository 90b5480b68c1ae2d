import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { renderedMarks } from '#contract/rendered-page.ts'
import type { SiteFacts } from '#contract/site-facts.ts'
import { AppError } from '#server/errors.ts'
import { type Browser, findBrowser } from './caller.ts'
import { logFailure, toAppError } from './error-reply.ts'
import { escapeMarkup, fillTemplate, inlineHashes } from './page-template.ts'
import { contentSecurityPolicy } from './site-security.ts'

/** Saved results as a visitor sees them, and what the browser has to know to hydrate them. */
type RenderedResults = { title: string; searchesToday: number; markup: string }

/** Renders the results of a session for a browser. Throws what reading them throws. */
export type RenderResults = (request: {
  /** The path and the query. */
  address: string
  session: string
  visitor: Browser
}) => Promise<RenderedResults>

export type SendResults = (request: FastifyRequest, reply: FastifyReply, session: string) => Promise<boolean>

const anyMark = /\{\{\w+\}\}/gu

/**
 * Sends the results that the address names as a page that can be read before its code has come. The function
 * answers false, and sends nothing, where they cannot be rendered: the browser then says why.
 */
export async function openRenderedResults(
  folder: string,
  facts: SiteFacts,
  render: RenderResults,
): Promise<SendResults> {
  const template = fillTemplate(await readFile(join(folder, 'results.html'), 'utf8'), facts)
  const policy = contentSecurityPolicy(inlineHashes(template, 'script'), inlineHashes(template, 'style'))
  return async (request, reply, session) => {
    const rendered = await render({ address: request.url, session, visitor: findBrowser(request) }).catch(
      (error: unknown) => {
        // Results that have expired are the browser's to report; anything else is ours to know.
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
