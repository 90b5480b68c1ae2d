import { type FakeReply, type FakeRequest, startFakeSource } from './fake-source.ts'

export type MadeTopic = { id: number } & Record<string, unknown>

/** A topic in the format of `/t/ID.json`; `post` is its first post. */
export function makeTopic(own: MadeTopic, post: Record<string, unknown> = {}) {
  return {
    title: `Is there a tool for task ${own.id}?`,
    fancy_title: 'not read',
    slug: 'a-tool',
    category_id: 5,
    posts_count: 4,
    like_count: 9,
    visible: true,
    archetype: 'regular',
    created_at: '2026-11-20T10:00:00.000Z',
    deleted_at: null,
    tags: ['invoices'],
    ...own,
    post_stream: {
      posts: [
        {
          id: own.id * 10,
          username: 'somebody',
          name: 'Some Body',
          post_number: 1,
          cooked: '<p>I would pay for it.</p>',
          created_at: '2026-11-20T10:00:00.000Z',
          hidden: false,
          user_deleted: false,
          actions_summary: [{ id: 2, count: 3 }],
          ...post,
        },
        {
          id: own.id * 10 + 1,
          post_number: 2,
          cooked: '<p>A reply.</p>',
          created_at: '2026-11-21T10:00:00.000Z',
        },
      ],
      stream: [],
    },
  }
}

const refused = (status: number) => ({ status, body: { errors: ['no'], error_type: 'not_found' } })

/** A loopback forum with these topics, thirty per page; `answer` can override a response. */
export async function startFakeDiscourse(
  topics: () => readonly ReturnType<typeof makeTopic>[],
  answer: (request: FakeRequest) => FakeReply | undefined = () => undefined,
) {
  return startFakeSource((request) => {
    const own = answer(request)
    if (own !== undefined) return own
    const { path, query } = request
    const all = topics()
    if (path.endsWith('/latest.json')) {
      const from = Number(query.get('page')) * 30
      const shown = all.slice(from, from + 30).map((topic) => ({ ...topic, post_stream: undefined }))
      const more = from + 30 < all.length ? { more_topics_url: '/latest?page=1' } : {}
      return {
        body: { users: [{ username: 'somebody' }], topic_list: { per_page: 30, topics: shown, ...more } },
      }
    }
    if (path === '/search.json') {
      const posts = all.map(({ id }) => ({
        id: id * 10,
        topic_id: id,
        username: 'somebody',
        blurb: 'I would…',
      }))
      return {
        body: { posts, topics: [], users: [], grouped_search_result: { more_full_page_results: null } },
      }
    }
    if (path === '/site.json')
      return { body: { categories: [{ id: 5, name: 'Feature &amp; wishes', slug: 'features' }] } }
    const found = all.find(({ id }) => path === `/t/${id}.json`)
    return found === undefined ? refused(404) : { body: found }
  })
}
