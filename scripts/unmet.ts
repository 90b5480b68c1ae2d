#!/usr/bin/env node
import { parseArgs } from 'node:util'
import type { V1BriefReply } from '#contract/v1/v1-brief.ts'
import type { V1ScoredText } from '#contract/v1/v1-score.ts'
import type { V1SearchReply } from '#contract/v1/v1-search.ts'
import { productVersion } from '#server/operations/product-version.ts'
import { type Asked, answer, keywordOf, plain, tell, tellPost } from './asked-command.ts'
import { CommandRefused, makeInstanceClient, readKey } from './instance-client.ts'
import { own } from './own-command.ts'
import { print, runCommand, say } from './run-command.ts'
import { batchesOf, readTexts } from './texts-to-score.ts'
import { watches } from './watches-command.ts'

const help = `Asks an instance of Unmet.

  npm run unmet -- search KEYWORD [--limit 10]   the best posts; costs one search
  npm run unmet -- brief KEYWORD                 what people need; costs one search
  npm run unmet -- score FILE...                 scores texts: a file is one, a .jsonl has {"title", "text"} lines
  npm run unmet -- watches                       your watches, with their ids
  npm run unmet -- watches preview QUERY         what a watch would have found, and what it costs
  npm run unmet -- watches add QUERY             adds a watch [--name NAME] [--min-score 40]
  npm run unmet -- watches remove ID             deletes a watch
  npm run unmet -- own                           your uploads
  npm run unmet -- own add FILE                  uploads a file of your own [--name NAME]
  npm run unmet -- own search [KEYWORD]          the best rows of your uploads
  npm run unmet -- export KEYWORD                all posts of a search, one JSON line each; costs one search

  --url ADDRESS   the instance; else UNMET_URL, else http://localhost:3000
  --json          JSON instead of text
  --version       the version of this command

The key (from your profile) is UNMET_KEY, or in UNMET_KEY_FILE, else in ~/.config/unmet/key, with mode 600.

  UNMET_KEY=unmet_... npm run unmet -- search "time tracking" --json
  npm run unmet -- watches add "invoicing tool" --min-score 40
  npm run unmet -- export invoicing --url https://unmet.example > posts.jsonl

Exit code: 0 done, 1 failed, 2 wrong options, file or key file, 3 refused by the instance, 4 a text has no score,
130 stopped with Ctrl-C.`

const barCharacters = 30

/** Shows a progress bar on standard error if standard error is a terminal. */
function showProgress(done: number, all: number): void {
  if (!process.stderr.isTTY) return
  const filled = Math.round((barCharacters * done) / Math.max(1, all))
  const bar = `${'#'.repeat(filled)}${'.'.repeat(barCharacters - filled)}`
  process.stderr.write(`\r[${bar}] ${done} of ${all}${done >= all ? '\n' : ''}`)
}

async function search(asked: Asked): Promise<number> {
  const { call, words, limit } = asked
  const reply = await call<V1SearchReply>('/search', { keyword: keywordOf(words), limit })
  return answer(asked, reply, ({ posts, count: { value, relation }, explanation }) => {
    posts.forEach(tellPost)
    tell(explanation ?? `${posts.length} of ${relation === 'exact' ? '' : 'at least '}${value} posts`)
  })
}

async function brief(asked: Asked): Promise<number> {
  const reply = await asked.call<V1BriefReply>('/brief', { keyword: keywordOf(asked.words) })
  return answer(asked, reply, ({ needs, singlePosts, posts: { value } }) => {
    for (const { name, posts, maxScore } of needs)
      tell(`${String(maxScore).padStart(3)}  "${name.words}"  ${posts} posts  ${name.url ?? ''}`)
    for (const { quote, score } of singlePosts)
      tell(`${String(score).padStart(3)}  "${quote.words}"  ${quote.url ?? ''}`)
    tell(`${needs.length} needs, from ${value} posts`)
  })
}

async function score({ call, words, json }: Asked): Promise<number> {
  if (words.length === 0) throw new CommandRefused('Name a file. See --help.', 2)
  const texts = await readTexts(words)
  let done = 0
  let unscored = 0
  for (const batch of batchesOf(texts)) {
    const sent = batch.map(({ title, text }) => ({ title, text }))
    const { scores } = await call<{ scores: V1ScoredText[] }>('/score', { texts: sent })
    for (const [at, one] of scores.entries()) {
      const name = batch[at]?.name ?? ''
      if (one.score === null) unscored += 1
      if (json) print(JSON.stringify({ name, ...one }))
      else tell(`${String(one.score ?? '-').padStart(3)}  ${name}  ${one.problem ?? ''}`.trimEnd())
    }
    done += batch.length
    showProgress(done, texts.length)
  }
  return unscored > 0 ? 4 : 0
}

/** Pages are small, so that progress is visible soon. */
const exportedPage = 25

async function exportPosts({ call, words }: Asked): Promise<number> {
  let page = await call<V1SearchReply>('/search', { keyword: keywordOf(words), limit: exportedPage })
  let done = 0
  for (;;) {
    for (const post of page.posts) print(JSON.stringify(post))
    done += page.posts.length
    showProgress(done, Math.max(done, page.count.value))
    if (page.next === null) return 0
    const query = new URLSearchParams({ cursor: page.next, limit: String(exportedPage) })
    page = await call<V1SearchReply>(`/search/${encodeURIComponent(page.searchId)}?${query.toString()}`)
  }
}

const commands: Record<string, (asked: Asked) => Promise<number>> = {
  search,
  brief,
  score,
  watches,
  own,
  export: exportPosts,
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        json: { type: 'boolean' },
        version: { type: 'boolean' },
        url: { type: 'string' },
        limit: { type: 'string' },
        name: { type: 'string' },
        'min-score': { type: 'string' },
      },
    })
  } catch (error) {
    throw new CommandRefused(`${(error as Error).message.split('\n', 1)[0]} See --help.`, 2)
  }
}

function numberOf(option: string, given: string, { least, most }: { least: number; most: number }): number {
  const number = given.trim() === '' ? Number.NaN : Number(given)
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw new CommandRefused(`${option} has to be a whole number from ${least} to ${most}.`, 2)
}

async function run(signal: AbortSignal): Promise<number> {
  const { values, positionals } = readArguments()
  if (values.help === true) {
    print(help)
    return 0
  }
  if (values.version === true) {
    print(productVersion())
    return 0
  }
  const [name = '', ...words] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined)
    throw new CommandRefused(`Name a command: ${Object.keys(commands).join(', ')}. See --help.`, 2)
  const limit = numberOf('--limit', values.limit ?? '10', { least: 1, most: 100 })
  const minScore = numberOf('--min-score', values['min-score'] ?? '0', { least: 0, most: 100 })
  const url = values.url ?? process.env.UNMET_URL ?? 'http://localhost:3000'
  const call = makeInstanceClient(url, await readKey(process.env), signal)
  return command({ call, words, json: values.json === true, limit, minScore, name: values.name })
}

await runCommand(async (signal) => {
  try {
    return await run(signal)
  } catch (error) {
    if (!(error instanceof CommandRefused)) throw error
    say(plain(error.message))
    return error.exitCode
  }
})
