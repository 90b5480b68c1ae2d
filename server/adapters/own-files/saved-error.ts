import { isJsonObject } from '../json-value.ts'

const ofErrors =
  /^(?:errors?|error_?(?:codes?|descriptions?|messages?|types?|uri|id|info|details)|fault|exception|message|code|status|status_?(?:code|text)|http_?(?:status|code)|details?|title|type|instance|timestamp|path|trace(?:_?id)?|request_?id|documentation_?url|ok|success|data|meta|reason)$/iu
const namesError = /^(?:errors?|error_?[a-z]+|fault|exception)$/iu
const namesStatus = /^(?:code|status|status_?code|http_?(?:status|code))$/iu

const isGiven = (value: unknown) =>
  value !== null && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0)

/** Matches 401, "401" and "401 - Unauthorized". */
const isFailure = (value: unknown) => /^[45]\d\d\b/u.test(String(value))

/** Whether an object is only an error message that was saved instead of an export. */
export function isSavedError(value: Record<string, unknown>): boolean {
  const fields = Object.entries(value)
  if (fields.length === 0 || !fields.every(([name]) => ofErrors.test(name))) return false
  return fields.some(
    ([name, one]) =>
      (namesError.test(name) && isGiven(one)) ||
      (/^(?:ok|success)$/iu.test(name) && one === false) ||
      (namesStatus.test(name) && 'message' in value && isFailure(one)) ||
      (name === 'meta' && isJsonObject(one) && isSavedError(one)),
  )
}
