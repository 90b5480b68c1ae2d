import { writeFile } from 'node:fs/promises'
import type pg from 'pg'
import { ask, type Expected, type Person, sendJson } from './upgrade-load.ts'

const topics =
  'invoices onboarding inventory payroll scheduling bookings contracts receipts shipping budgets'.split(' ')

/** Writes invented posts in the format of a dump. */
export async function writePosts(file: string, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, at) => {
    const topic = topics[at % topics.length] ?? ''
    return JSON.stringify({
      id: `made${at}`,
      title: `Is there a tool for ${topic}, number ${at}?`,
      subreddit: `made${at % 7}`,
      selftext: `Every week I lose ${(at % 9) + 1} hours on ${topic} in a spreadsheet of ${at} rows. I would pay for help.`,
      created_utc: 1_780_000_000 + at * 60,
      score: at % 50,
      permalink: `/r/made/comments/made${at}/`,
    })
  })
  await writeFile(file, `${lines.join('\n')}\n`)
}

type SignUp = { url: string; database: pg.Client; hasWatches: boolean }

/** Signs up an account with Pro, and makes its first search. */
export async function signUp({ url, database, hasWatches }: SignUp, at: number): Promise<Person> {
  const email = `load${at}@example.test`
  const body = { email, password: 'plum teapot orbit 42', firstName: 'Ann', lastName: 'Load' }
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.9.0.${at}` }
  const reply = await fetch(`${url}/api/register`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (reply.status !== 200) throw new Error(`Signing up: ${reply.status} ${await reply.text()}`)
  const cookie = reply.headers.getSetCookie().find((one) => one.startsWith('sid=')) ?? ''
  await database.query(`update users set subscription_tier = 'pro' where email = $1`, [email])
  const person = { cookie: cookie.split(';', 1)[0] ?? '', names: ['Ann'], removed: [], isWriting: false }
  const found = await ask(
    url,
    '/api/search',
    sendJson('POST', { keyword: topics[at % topics.length] }, person.cookie),
  )
  const { sessionId } = JSON.parse(found.text) as { sessionId: string }
  return { ...person, session: sessionId, watches: hasWatches ? [] : null }
}

export async function expectSearches(url: string, [person]: readonly Person[]): Promise<Expected[]> {
  return Promise.all(
    topics.map(async (keyword) => {
      const { text } = await ask(url, '/api/search', sendJson('POST', { keyword }, person?.cookie))
      return { keyword, count: (JSON.parse(text) as { count: number }).count }
    }),
  )
}

/** Acknowledged writes that are missing. */
export async function findLost(url: string, people: readonly Person[]): Promise<string[]> {
  const lost: string[] = []
  for (const { cookie, names, watches, removed } of people) {
    const user = JSON.parse((await ask(url, '/api/user', { headers: { cookie } })).text)
    if (!names.includes(user.firstName))
      lost.push(`${user.email} is called ${user.firstName}, not ${names.join(' or ')}`)
    if (watches === null) continue
    const reply = JSON.parse((await ask(url, '/api/watches', { headers: { cookie } })).text)
    const there = new Set((reply.watches as { id: string }[]).map(({ id }) => id))
    const gone = watches.filter((id) => !there.has(id))
    const back = removed.filter((id) => there.has(id))
    if (gone.length + back.length > 0)
      lost.push(`${user.email} lost ${gone.length} watches, and has ${back.length} that were removed`)
  }
  return lost
}
