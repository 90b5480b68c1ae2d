import type { KeyScope } from '#contract/endpoint.ts'
import type { KeyHolder } from '#server/actor.ts'
import { publicError } from '#server/errors.ts'

/** `what` is the subject of the message. Throws `key_scope` if the key may not be used for it. */
export function requireScope(
  { scopes }: Pick<KeyHolder, 'scopes'>,
  scope: KeyScope | null,
  what = 'this request',
): void {
  if (scope === null || scopes.includes(scope)) return
  throw publicError(
    'key_scope',
    `This key may be used for ${scopes.join(', ')}, but ${what} needs "${scope}".`,
  )
}
