import * as z from 'zod/mini'

/** Every error code of a reply, with its HTTP status. */
export const errorStatuses = {
  invalid_input: 400,
  invalid_keyword: 400,
  invalid_json: 400,
  unsupported_media_type: 415,
  body_too_large: 413,
  headers_too_large: 431,
  request_timeout: 408,
  expectation_failed: 417,
  not_found: 404,
  results_expired: 404,
  visitor_daily_limit: 429,
  address_daily_limit: 429,
  search_failed: 503,
  overloaded: 503,
  unauthenticated: 401,
  cross_site_request: 403,
  invalid_credentials: 401,
  wrong_password: 403,
  password_too_common: 400,
  invalid_link: 400,
  too_many_attempts: 429,
  monthly_limit: 429,
  already_pro: 409,
  pays_for_pro: 409,
  billing_not_set_up: 409,
  payments_unavailable: 502,
  setup_done: 409,
  wrong_setup_code: 403,
  second_factor_required: 401,
  wrong_second_factor: 401,
  second_factor_on: 409,
  second_factor_off: 409,
  protected_account: 403,
  already_free: 409,
  nothing_to_scan: 409,
  not_english: 422,
  own_limit: 409,
  watch_limit: 409,
  key_limit: 409,
  key_plan: 403,
  key_scope: 403,
  invalid_key: 401,
  own_unreadable: 422,
  source_unreadable: 422,
  source_conflict: 409,
  switched_off: 409,
  address_refused: 422,
  address_unconfirmed: 409,
  internal: 500,
} as const
const errorCode = z.enum(Object.keys(errorStatuses) as (keyof typeof errorStatuses)[])
export type ErrorCode = z.infer<typeof errorCode>

/** The body of every reply with a status of 400 or above. `userMessage` is set if a person may read it. */
export const errorReply = z.object({
  message: z.string(),
  code: errorCode,
  userMessage: z.optional(z.string()),
})
export type ErrorReply = z.infer<typeof errorReply>
