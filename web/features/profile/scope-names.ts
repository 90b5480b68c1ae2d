import type { KeyScope } from '#contract/endpoint.ts'

/** The names of API key scopes on pages. */
export const scopeNames: Readonly<Record<KeyScope, string>> = {
  search: 'Searches',
  watches: 'Watches: read, change and delete',
  own: 'Own material: read, upload and delete',
}
