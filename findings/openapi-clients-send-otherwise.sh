#!/usr/bin/env bash
# swagger-typescript-api 13.13.0, oazapfts 7.5.0; needs Node 24 and the npm registry.
#
# Expected: a generated client sends what the OpenAPI 3.1 document describes: a path parameter is one part of the path
# (RFC 6570, simple expansion, which section 4.8.12 of OpenAPI refers to), `style` and `explode` say how a list or
# an object is written, and the key under `content` is the media type of the body.
# Seen: swagger-typescript-api puts a path parameter into the path as it is, so the id `a/b?c` calls another
# address (https://github.com/acacode/swagger-typescript-api/issues/446, closed, offers a hook). A `deepObject`
# parameter is sent as "[object Object]", `explode: false` as if it were true. A body of application/x-ndjson
# becomes a quoted JSON string of type text/plain, and of an answer in CSV nothing is left: `data` is null. Both
# clients send application/merge-patch+json as application/json and x-ndjson as text/plain, which a server that
# checks the media type refuses. oazapfts gives a tuple (`prefixItems`) the type `never[]`. All of it is silent.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm pkg set type=module
npm install --silent --no-audit --no-fund swagger-typescript-api@13.13.0 oazapfts@7.5.0 @oazapfts/runtime@1.2.0 \
  typescript@5.9.3
cat >document.mjs <<'JS'
import { writeFileSync } from 'node:fs'

const strings = { type: 'array', items: { type: 'string' } }
const pair = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false, minItems: 2 }
const filter = { type: 'object', properties: { min: { type: 'integer' } } }
const done = { 204: { description: 'Done' } }
const post = { $ref: '#/components/schemas/Post' }
const json = { description: 'The post', content: { 'application/json': { schema: post } } }
const csv = { description: 'The posts', content: { 'text/csv': { schema: { type: 'string' } } } }
const body = (type, schema) => ({ required: true, content: { [type]: { schema } } })
const paths = {
  '/posts/{id}': {
    get: {
      operationId: 'getPost',
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'fields', in: 'query', explode: false, schema: strings },
        { name: 'filter', in: 'query', style: 'deepObject', explode: true, schema: filter },
      ],
      responses: { 200: json },
    },
  },
  '/posts': {
    get: { operationId: 'getCsv', responses: { 200: csv } },
    post: { operationId: 'addLines', requestBody: body('application/x-ndjson', { type: 'string' }), responses: done },
    patch: { operationId: 'merge', requestBody: body('application/merge-patch+json', filter), responses: done },
  },
}
const components = { schemas: { Post: { type: 'object', properties: { pair } } } }
const info = { title: 'Posts', version: '1' }
const servers = [{ url: 'http://127.0.0.1' }]
writeFileSync('document.json', JSON.stringify({ openapi: '3.1.0', info, servers, paths, components }))
JS
node document.mjs
npx swagger-typescript-api generate --path document.json --output . --name swagger.ts >/dev/null 2>&1
npx oazapfts document.json oazapfts.ts >/dev/null 2>&1
cat >probe.mts <<'JS'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

let seenByServer = ''
const server = createServer(async (request, response) => {
  const parts = await request.toArray()
  const type = request.headers['content-type'] ?? ''
  seenByServer = [`${request.method} ${request.url}`, type.split(';')[0], Buffer.concat(parts)].filter(String).join(' ')
  response.setHeader('content-type', request.url === '/posts' ? 'text/csv' : 'application/json')
  response.statusCode = request.method === 'GET' ? 200 : 204
  response.end(request.method === 'GET' ? (request.url === '/posts' ? 'a,b' : '{}') : undefined)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const baseUrl = `http://127.0.0.1:${server.address().port}`
const sent = async (call) => {
  await call
  return seenByServer
}
const query = { fields: ['title', 'text'], filter: { min: 1 } }
const { Api } = await import('./swagger.ts')
const { posts } = new Api({ baseUrl })
const generated = await import('./oazapfts.ts')
generated.defaults.baseUrl = baseUrl
const seen = {
  swagger: {
    get: decodeURIComponent(await sent(posts.getPost('a/b?c', query))),
    lines: await sent(posts.addLines('{"a":1}\n')),
    merge: await sent(posts.merge({ min: 1 })),
    csv: (await posts.getCsv()).data,
  },
  oazapfts: {
    get: await sent(generated.getPost('a/b?c', query)),
    lines: await sent(generated.addLines('{"a":1}\n')),
    merge: await sent(generated.merge({ min: 1 })),
    csv: (await generated.getCsv()).data,
    pair: readFileSync('oazapfts.ts', 'utf8').match(/pair\?: (.*);/)[1],
  },
}
server.close()
server.closeAllConnections()
console.log(seen)
const { swagger, oazapfts } = seen
const asSeen =
  swagger.get === 'GET /posts/a/b?c?fields=title&fields=text&filter=[object Object]' &&
  swagger.lines === 'POST /posts text/plain "{\\"a\\":1}\\n"' &&
  swagger.merge === 'PATCH /posts application/json {"min":1}' &&
  swagger.csv === null &&
  oazapfts.get === 'GET /posts/a%2Fb%3Fc?fields=title,text&filter[min]=1' &&
  oazapfts.lines === 'POST /posts text/plain {"a":1}\n' &&
  oazapfts.merge === 'PATCH /posts application/json {"min":1}' &&
  oazapfts.csv === 'a,b' &&
  oazapfts.pair === 'never[]'
if (!asSeen) {
  console.error('This has changed.')
  process.exit(1)
}
JS
node --disable-warning=ExperimentalWarning --experimental-transform-types probe.mts
echo 'As seen: generated clients send other requests than the document describes.'
