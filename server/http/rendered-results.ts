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

/** Kept results as a visitor sees them, and what the browser has to know to take them over. */
type RenderedResults = { title: string; searchesToday: number; markup: string }

/** Draws the results of a session for whoever asks from a browser. Throws what reading them throws. */
export type RenderResults = (request: {
  /** The path and the query. */
  address: string
  session: string
  visitor: Browser
}) => Promise<RenderedResults>

export type SendResults = (request: FastifyRequest, reply: FastifyReply, session: string) => Promise<boolean>

const anyMark = /\{\{drawn\w+\}\}/gu

/**
 * Sends the results that the address names as a page that can be read before its code has come. The function
 * answers false, and sends nothing, where they cannot be drawn: the browser then says why.
 */
export async function openRenderedResults(
  folder: string,
  facts: SiteFacts,
  draw: RenderResults,
): Promise<SendResults> {
  const template = fillTemplate(await readFile(join(folder, 'results.html'), 'utf8'), facts)
  const policy = contentSecurityPolicy(inlineHashes(template, 'script'), inlineHashes(template, 'style'))
  return async (request, reply, session) => {
    const drawn = await draw({ address: request.url, session, visitor: findBrowser(request) }).catch(
      (error: unknown) => {
        // Results that have expired are the browser's to tell; anything else is ours to know.
        if (!(error instanceof AppError)) logFailure(toAppError(error), request)
        return null
      },
    )
    if (drawn === null) return false
    const parts: Record<string, string> = {
      [renderedMarks.title]: escapeMarkup(drawn.title),
      [renderedMarks.session]: escapeMarkup(session),
      [renderedMarks.searchesToday]: String(drawn.searchesToday),
      [renderedMarks.markup]: drawn.markup,
    }
    reply
      .headers({ 'cache-control': 'private, no-cache', 'content-security-policy': policy, vary: 'cookie' })
      .type('text/html; charset=utf-8')
      .send(template.replace(anyMark, (mark) => parts[mark] ?? ''))
    return true
  }
}
