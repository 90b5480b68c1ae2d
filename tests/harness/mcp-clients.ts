import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

export type ToolAnswer = {
  isError?: boolean | undefined
  structuredContent?: unknown
  content: readonly { type: string; text?: string }[]
}

/** A connected client, which checks every answer against the schema that the server sent. */
export type AgentClient = {
  listTools(): Promise<{ name: string; description?: string | undefined; annotations?: object | undefined }[]>
  callTool(name: string, input?: Record<string, unknown>): Promise<ToolAnswer>
  close(): Promise<void>
}

const who = { name: 'test', version: '1' }
const bearer = (key: string | null) => ({
  requestInit: { headers: key === null ? {} : { authorization: `Bearer ${key}` } },
})

type Connectable<T> = {
  connect(transport: T): Promise<void>
  listTools(): Promise<{ tools: { name: string; description?: string; annotations?: object }[] }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
  close(): Promise<void>
}

async function connected<T>(client: Connectable<T>, transport: T): Promise<AgentClient> {
  await client.connect(transport)
  return {
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name, input = {}) => (await client.callTool({ name, arguments: input })) as ToolAnswer,
    close: () => client.close(),
  }
}

/** The official clients of the old and the new revision of the protocol, set up as programs set them up. */
export const agentClients = {
  'the 1.x client': (url: URL, key: string | null) =>
    connected(new Client1(who) as Connectable<Transport1>, new Transport1(url, bearer(key))),
  'the 2.x client': (url: URL, key: string | null) =>
    connected(new Client2(who) as Connectable<Transport2>, new Transport2(url, bearer(key))),
  'the 2.x client that negotiates': (url: URL, key: string | null) =>
    connected(
      new Client2(who, { versionNegotiation: { mode: 'auto' } }) as Connectable<Transport2>,
      new Transport2(url, bearer(key)),
    ),
}
