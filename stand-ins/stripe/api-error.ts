type RefusalBody = { type: string; code?: string; param?: string; message: string }

export class ApiError extends Error {
  readonly status: number
  readonly body: RefusalBody
  /** The id that was not found; it may exist in the other mode. */
  readonly missingId: string | null

  constructor(status: number, body: RefusalBody, missingId: string | null = null) {
    super(body.message)
    this.name = 'Refusal'
    this.status = status
    this.body = body
    this.missingId = missingId
  }
}

export function badRequest(message: string, more: { code?: string; param?: string } = {}): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', ...more, message })
}

/** An unknown id gives status 400 in a parameter and 404 in the path. */
export function noSuch(what: string, id: string, param = 'id'): ApiError {
  const message = `No such ${what}: '${id}'`
  const body = { type: 'invalid_request_error', code: 'resource_missing', param, message }
  return new ApiError(param === 'id' ? 404 : 400, body, id)
}

export function known<Row>(row: Row | null, ...named: Parameters<typeof noSuch>): Row {
  if (row === null) throw noSuch(...named)
  return row
}

export function idempotencyMismatch(key: string): ApiError {
  return new ApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

export function idempotencyKeyInUse(key: string): ApiError {
  return new ApiError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}.`,
  })
}

export function envelope(error: object): string {
  return JSON.stringify({ error }, null, 2)
}
