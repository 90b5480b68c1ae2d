import * as z from 'zod/mini'

/** Every error a reply can carry; the server maps each one to its HTTP status. */
const errorCode = z.enum([
  'invalid_input',
  'invalid_keyword',
  'invalid_json',
  'unsupported_media_type',
  'body_too_large',
  'headers_too_large',
  'request_timeout',
  'expectation_failed',
  'not_found',
  'results_expired',
  'visitor_daily_limit',
  'address_daily_limit',
  'search_failed',
  'overloaded',
  'unauthenticated',
  'cross_site_request',
  'invalid_credentials',
  'wrong_password',
  'password_too_common',
  'invalid_link',
  'too_many_attempts',
  'monthly_limit',
  'already_pro',
  'pays_for_pro',
  'billing_not_set_up',
  'payments_unavailable',
  'setup_done',
  'wrong_setup_code',
  'second_factor_required',
  'wrong_second_factor',
  'second_factor_on',
  'second_factor_off',
  'protected_account',
  'already_free',
  'nothing_to_scan',
  'not_english',
  'own_limit',
  'own_unreadable',
  'source_unreadable',
  'source_conflict',
  'internal',
])
export type ErrorCode = z.infer<typeof errorCode>

/** The body of every reply with a status of 400 or above. `userMessage` is there when a person will read it. */
export const errorReply = z.object({
  message: z.string(),
  code: errorCode,
  userMessage: z.optional(z.string()),
})
export type ErrorReply = z.infer<typeof errorReply>
