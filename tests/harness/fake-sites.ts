import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const topics = Array.from({ length: 6 }, (_, at) => ({
  id: at + 1,
  title: `Is there a tool that sends invoices number ${at + 1}?`,
  category_id: 5,
  posts_count: 3,
  visible: true,
  archetype: 'regular',
}))
const cooked = '<p>I waste hours on invoices every week and would pay for something better.</p>'

const questions = Array.from({ length: 6 }, (_, at) => ({
  question_id: 100 + at,
  title: `Software that reminds clients of invoices, number ${at}`,
  body: '<p>I am looking for an alternative to spreadsheets.</p>',
  link: `https://softwarerecs.stackexchange.com/q/${100 + at}`,
  score: 7,
  answer_count: 2,
  creation_date: 1_790_000_000 + at,
  content_license: 'CC BY-SA 4.0',
  owner: { display_name: 'Quinn Askwell', link: 'https://softwarerecs.stackexchange.com/users/7/quinn' },
}))

const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Wishes of bookkeepers</title>${topics
  .map(
    ({ id }) =>
      `<item><title>Wish ${id}: chase late invoices</title><link>https://wishes.test/${id}</link><description>Every month I do it by hand.</description></item>`,
  )
  .join('')}</channel></rss>`

function answer(url: URL): { type?: string; body: string } | null {
  const { pathname: path } = url
  const json = (body: unknown) => ({ body: JSON.stringify(body) })
  if (path === '/feed.xml') return { type: 'application/rss+xml', body: feed }
  if (path.startsWith('/stack/')) return json({ items: questions, has_more: false, quota_remaining: 280 })
  if (path === '/site.json') return json({ categories: [{ id: 5, name: 'Wishes' }] })
  if (path === '/latest.json') return json({ topic_list: { topics } })
  if (path === '/search.json') {
    return json({ posts: topics.map(({ id }) => ({ topic_id: id })), grouped_search_result: null })
  }
  const topic = topics.find(({ id }) => path === `/t/${id}.json`)
  if (topic !== undefined) {
    const first = { post_number: 1, cooked, created_at: '2026-11-20T10:00:00.000Z' }
    return json({ ...topic, post_stream: { posts: [first] } })
  }
  return path === '/'
    ? { type: 'text/html', body: '<meta property="og:site_name" content="A forum of freelancers">' }
    : null
}

function send(response: ServerResponse, reply: ReturnType<typeof answer>): void {
  if (reply === null) {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    return
  }
  response.writeHead(200, { 'content-type': reply.type ?? 'application/json' }).end(reply.body)
}

/** A forum, a feed and Stack Exchange on loopback; all have posts about invoices. */
export async function startFakeSites() {
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    send(response, answer(new URL(request.url ?? '/', 'http://fake-sites')))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    environment: { PRIVATE_HOSTS: new URL(url).host, STACK_EXCHANGE_URL: `${url}/stack` },
    async stop() {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    },
  }
}
