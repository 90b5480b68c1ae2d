import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { renderedMarks } from '#contract/site-facts.ts'
import { describeSite } from '#server/config/describe-site.ts'
import { AppError } from '#server/errors.ts'
import { visitorCookie } from './caller.ts'
import { openRenderedResults, type RenderResults } from './page-template.ts'

const facts = describeSite({
  publicUrl: 'https://unmet.example',
  operatorName: null,
  operatorAddress: null,
  operatorEmail: null,
  billing: 'on' as const,
  mail: 'sent' as const,
  resultsKeptDays: 30,
  isSelfHosted: false,
})

/** The response for a page that is rendered in this way, and the log. */
async function ask(render: RenderResults) {
  const folder = await mkdtemp(join(tmpdir(), 'unmet-rendered-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'results.html'), Object.values(renderedMarks).join('|'))
  const lines: string[] = []
  const app = fastify({ logger: { stream: { write: (line: string) => lines.push(line) }, level: 'error' } })
  onTestFinished(() => app.close())
  await app.register(cookie, { secret: 'secret' })
  app.decorate('visitorCookie', visitorCookie('https://unmet.example'))
  const send = await openRenderedResults(folder, facts, render)
  app.get('/', async (request, reply) =>
    (await send(request, reply, 'a"b')) ? reply : 'left to the browser',
  )
  const { body } = await app.inject('/')
  return { body, lines }
}

test('what was rendered stands in its places, once', async () => {
  const rendered = { title: 'a < b', searchesToday: 1, markup: `<p>${renderedMarks.title}</p>` }
  const { body } = await ask(async () => rendered)
  expect(body).toBe(`a &#60; b|a&#34;b|1|<p>${renderedMarks.title}</p>`)
})

test('a rendering that fails is logged, and the page left to the browser', async () => {
  const { body, lines } = await ask(async () => {
    throw new Error('no such component')
  })
  expect(body).toBe('left to the browser')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('no such component')
})

test('results that have expired are nothing to log', async () => {
  const { body, lines } = await ask(async () => {
    throw new AppError('results_expired', 'gone')
  })
  expect(body).toBe('left to the browser')
  expect(lines).toEqual([])
})
