import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import * as z from 'zod/mini'
import type { KeyScope } from '#contract/endpoint.ts'
import type { V1BriefReply } from '#contract/v1/v1-brief.ts'
import type { V1WholePost } from '#contract/v1/v1-post.ts'
import type { V1ScoredText } from '#contract/v1/v1-score.ts'
import type { V1SearchReply } from '#contract/v1/v1-search.ts'
import type { V1WatchesReply, V1WatchPostsReply } from '#contract/v1/v1-watches.ts'
import type { KeyHolder } from '#server/actor.ts'
import { toolSchema } from './tool-schema.ts'

type PostPlace = { source: string; id: string }

/** The use cases that agents can call. They are the same as those of `/api/v1`. */
export interface AgentUseCases {
  search(caller: KeyHolder, asked: { keyword: string; limit: number }): Promise<V1SearchReply>
  readSearch(
    caller: KeyHolder,
    page: { searchId: string; cursor?: string | undefined; limit: number },
  ): Promise<V1SearchReply>
  readSearchPost(caller: KeyHolder, place: PostPlace & { searchId: string }): Promise<V1WholePost>
  readWatchPost(caller: KeyHolder, place: PostPlace & { watchId: string }): Promise<V1WholePost>
  brief(caller: KeyHolder, keyword: string): Promise<V1BriefReply>
  score(
    caller: KeyHolder,
    texts: readonly { title: string; text: string }[],
  ): Promise<{ scores: V1ScoredText[]; scorerVersion: string }>
  listWatches(caller: KeyHolder): Promise<V1WatchesReply>
  readWatch(
    caller: KeyHolder,
    page: { watchId: string; cursor?: string | undefined; limit: number },
  ): Promise<V1WatchPostsReply>
}

type Shape = z.ZodMiniType<object>

type Tool<I extends Shape, O extends Shape> = {
  name: string
  title: string
  description: string
  /** The scope that a key needs for a call. */
  scope: KeyScope | ((asked: z.output<I>) => KeyScope)
  /** Whether a call searches for a keyword. */
  isSearch?: (asked: z.output<I>) => boolean
  input: I
  output: O
  run(useCases: AgentUseCases, caller: KeyHolder, asked: z.output<I>): Promise<z.output<O>>
}

export type AgentTool = Pick<Tool<Shape, Shape>, 'name' | 'title' | 'description'> & {
  scopeOf(asked: unknown): KeyScope
  isSearch(asked: unknown): boolean
  inputSchema: StandardSchemaWithJSON
  outputSchema: StandardSchemaWithJSON
  run(useCases: AgentUseCases, caller: KeyHolder, asked: unknown): Promise<object>
}

/**
 * A tool of the server. Its answer has exactly the fields of its schema, because clients reject other ones.
 */
export function defineTool<I extends Shape, O extends Shape>(tool: Tool<I, O>): AgentTool {
  const { name, title, description, scope, isSearch = () => false, input, output } = tool
  return {
    name,
    title,
    description,
    scopeOf: (asked) => (typeof scope === 'string' ? scope : scope(asked as z.output<I>)),
    isSearch: (asked) => isSearch(asked as z.output<I>),
    inputSchema: toolSchema(input, 'input'),
    outputSchema: toolSchema(output, 'output'),
    // The library has already validated the input against the tool's schema.
    run: async (useCases, caller, asked) =>
      z.parse(output, await tool.run(useCases, caller, asked as z.output<I>)),
  }
}
