import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ErrorCode, ErrorReply } from '#contract/error.ts'
import { statusOf } from './error-reply.ts'

type Refusal = [code: ErrorCode, message: string]

const unreadable: Refusal = ['invalid_input', 'The request is not valid HTTP']
const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers of the request are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request took too long to arrive'],
}

function refusalParts([code, message]: Refusal, securityHeaders: Record<string, string>) {
  const reply: ErrorReply = { message, code }
  const body = JSON.stringify(reply)
  const headers = {
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  return { status: statusOf[code], headers, body }
}

/** Node's own mark on a connection: the reply that is being written on it. */
type Connection = Socket & { _httpMessage?: ServerResponse | null }

/** Answers what Node could not read as a request, like every other error: `{message, code}` and the headers. */
export function rawRefusals(securityHeaders: Record<string, string>) {
  return (error: NodeJS.ErrnoException, socket: Connection): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent === true) {
      socket.destroy()
      return
    }
    const { status, headers, body } = refusalParts(refusals[error.code ?? ''] ?? unreadable, securityHeaders)
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`)
    socket.destroySoon()
  }
}

/** An `Expect` header other than 100-continue is refused by Node before there is a route. */
export function addExpectationRefusal(app: FastifyInstance, securityHeaders: Record<string, string>): void {
  const refusal: Refusal = ['expectation_failed', 'Send the request without the Expect header']
  const { status, headers, body } = refusalParts(refusal, securityHeaders)
  app.server.on('checkExpectation', (_request, response) => {
    response.writeHead(status, headers).end(body)
  })
}
