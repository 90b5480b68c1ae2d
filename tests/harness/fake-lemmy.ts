import { type FakeReply, type FakeRequest, startFakeSource } from './fake-source.ts'

type Own = Record<string, unknown>

/** A post with related data in Lemmy's format (`api/v3`). */
export function makePostView(
  own: Own & { id: number },
  { counts = {}, community = {} }: Record<string, Own> = {},
) {
  return {
    post: {
      name: `Is there a tool for task ${own.id}?`,
      body: 'I would pay for it.\n\n> Theirs.',
      creator_id: 3,
      community_id: 5,
      removed: false,
      deleted: false,
      locked: false,
      nsfw: false,
      local: true,
      published: '2026-11-20T10:00:00.123456Z',
      ap_id: `https://lemmy.example/post/${own.id}`,
      language_id: 37,
      featured_community: false,
      featured_local: false,
      ...own,
    },
    creator: {
      id: 3,
      name: 'somebody',
      display_name: 'Some Body',
      actor_id: 'https://lemmy.example/u/somebody',
    },
    community: {
      id: 5,
      name: 'smallbusiness',
      title: 'Small Business',
      removed: false,
      deleted: false,
      nsfw: false,
      actor_id: 'https://lemmy.example/c/smallbusiness',
      local: true,
      ...community,
    },
    counts: { post_id: own.id, comments: 4, score: 12, upvotes: 13, downvotes: 1, ...counts },
    subscribed: 'NotSubscribed',
    saved: false,
    read: false,
  }
}

/** The same post in PieFed's format (`api/alpha`). */
export function makePiefedView(own: Own & { id: number }) {
  const { post, ...others } = makePostView(own)
  const { name, featured_community: _, featured_local: __, ...rest } = post
  return { ...others, post: { ...rest, title: name, sticky: false, user_id: 3 } }
}

type View = { post: { id: number } & Own }

/** A loopback instance with these posts, fifty per page; `answer` can override a response. */
export async function startFakeLemmy(
  views: () => readonly View[],
  answer: (request: FakeRequest) => FakeReply | undefined = () => undefined,
) {
  return startFakeSource((request) => {
    const own = answer(request)
    if (own !== undefined) return own
    const { path, query } = request
    const all = views()
    const page = Number(query.get('page') ?? query.get('page_cursor')?.replace(/\D/gu, '') ?? 1)
    const posts = all.slice((page - 1) * 50, page * 50)
    if (path.endsWith('/post/list'))
      return { body: { posts, next_page: page * 50 < all.length ? `P${page + 1}` : null } }
    if (path.endsWith('/search'))
      return { body: { type_: 'Posts', posts, comments: [], communities: [], users: [] } }
    const found = all.find(({ post }) => `${post.id}` === query.get('id'))
    return found === undefined
      ? { status: 404, body: { error: 'couldnt_find_post' } }
      : { body: { post_view: found, community_view: {}, moderators: [], cross_posts: [] } }
  })
}
