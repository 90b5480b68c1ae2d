import type { KeyScope } from '#contract/endpoint.ts'

/** What a scope of an API key allows, as a person reads it. */
export const scopeNames: Readonly<Record<KeyScope, string>> = {
  search: 'Searches',
  watches: 'Watches: read, change and delete',
  own: 'Own material: read, upload and delete',
}
