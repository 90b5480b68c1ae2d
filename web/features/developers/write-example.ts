/** An operation of the OpenAPI document, with only the parts that the page reads. */
export type DocumentedOperation = {
  operationId: string
  summary: string
  description: string
  parameters: { name: string; in: 'path' | 'query'; required: boolean; description?: string }[]
  requestBody?: { content: { 'application/json': { schema: DocumentedSchema; example?: object } } }
  responses: Record<
    string,
    { description: string; content: { 'application/json': { schema: DocumentedSchema } } }
  >
}

export type DocumentedSchema = {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  properties?: Record<string, DocumentedSchema>
  required?: string[]
  items?: DocumentedSchema
  anyOf?: DocumentedSchema[]
}

export type ListedOperation = { method: string; path: string; operation: DocumentedOperation }

const addressOf = (origin: string, path: string) => `${origin}${path.replace(/\{(\w+)\}/gu, 'YOUR_$1')}`

const bodyOf = ({ requestBody }: DocumentedOperation) => requestBody?.content['application/json'].example

const indented = (value: object, first: string) =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${first}`)

function writeCurl(origin: string, { method, path, operation }: ListedOperation): string {
  const body = bodyOf(operation)
  const lines = [
    `curl "${addressOf(origin, path)}"`,
    `-H "Authorization: Bearer $UNMET_KEY"`,
    ...(body === undefined
      ? []
      : [`-H "Content-Type: application/json"`, `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ]
  // curl uses GET by default, and POST if it is given data.
  const isUsual = method === (body === undefined ? 'get' : 'post')
  return (isUsual ? lines : [...lines, `-X ${method.toUpperCase()}`]).join(' \\\n  ')
}

function writeTypeScript(origin: string, { method, path, operation }: ListedOperation): string {
  const body = bodyOf(operation)
  const headers = ["    authorization: 'Bearer ' + process.env.UNMET_KEY,"]
  if (body !== undefined) headers.push("    'content-type': 'application/json',")
  return [
    `const reply = await fetch('${addressOf(origin, path)}', {`,
    `  method: '${method.toUpperCase()}',`,
    '  headers: {',
    ...headers,
    '  },',
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(body, '  ')}),`]),
    '})',
    'if (!reply.ok) throw new Error(await reply.text())',
    'console.log(await reply.json())',
  ].join('\n')
}

function writePython(origin: string, { method, path, operation }: ListedOperation): string {
  const body = bodyOf(operation)
  return [
    'import json, os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    "${addressOf(origin, path)}",`,
    `    method="${method.toUpperCase()}",`,
    ...(body === undefined ? [] : [`    data=json.dumps(${indented(body, '    ')}).encode(),`]),
    '    headers={',
    '        "Authorization": "Bearer " + os.environ["UNMET_KEY"],',
    ...(body === undefined ? [] : ['        "Content-Type": "application/json",']),
    '    },',
    ')',
    'with urllib.request.urlopen(request) as reply:',
    '    print(json.load(reply))',
  ].join('\n')
}

export const exampleWriters = { curl: writeCurl, TypeScript: writeTypeScript, Python: writePython }
export type ExampleLanguage = keyof typeof exampleWriters
