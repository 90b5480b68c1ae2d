import { CodeBlock } from './code-block.tsx'

/** How to connect programs that support MCP with an API key to this instance. */
export function ConnectAgent({ origin }: { origin: string }) {
  const url = `${origin}/mcp`
  const entry = { url, headers: { Authorization: 'Bearer unmet_...' } }
  const clients = [
    [
      'Claude Code',
      `claude mcp add --transport http unmet ${url} --header "Authorization: Bearer unmet_..."`,
    ],
    ['Cursor, in mcp.json', JSON.stringify({ mcpServers: { unmet: entry } }, null, 2)],
    [
      'VS Code, in .vscode/mcp.json',
      JSON.stringify({ servers: { unmet: { type: 'http', ...entry } } }, null, 2),
    ],
  ] as const
  return (
    <section aria-labelledby="mcp" className="flex max-w-3xl flex-col gap-3 leading-7">
      <h2 id="mcp" className="text-2xl font-semibold tracking-tight">
        For agents: MCP
      </h2>
      <p>
        The server at {url} has six read-only tools: search, read a post with the reasons for its score, read
        the brief of a keyword, score texts, list watches, and list new posts. It supports the MCP revisions
        2025-11-25 and 2026-07-28. Answers have at most 8 kB unless the agent asks for more. Text that
        strangers wrote is marked as their words, never as instructions.
      </p>
      <p>The server needs a key. It does not offer OAuth, so clients that require OAuth cannot connect.</p>
      {clients.map(([name, text]) => (
        <div key={name}>
          <h3 className="text-sm font-medium">{name}</h3>
          <CodeBlock text={text} />
        </div>
      ))}
      <p>
        Tested: Claude Code 2.1 as shown, MCP Inspector 2.12, mcp-remote 0.15 for clients that only start
        programs, and the official TypeScript clients 1.x and 2.x. Not tested: Cursor and VS Code, whose
        settings follow their documentation.
      </p>
      <p>
        With the source code of Unmet installed, you can query any instance from a terminal; see npm run unmet
        -- --help.
      </p>
    </section>
  )
}
