import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { ApiError, envelope } from './api-error.ts'

/** An HTTP server that speaks the provider's envelope and answers this machine only. */
export function buildStandInApp(log: (problem: string) => void): FastifyInstance {
  const app = fastify({
    bodyLimit: 65_536,
    requestTimeout: 10_000,
    // A busy event loop must not see the SDK's kept-alive connections closed under it.
    keepAliveTimeout: 65_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 300 },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
  // Another name for this address would let a page of the web talk to it through the browser.
  app.addHook('onRequest', async (request, reply) => {
    if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/u.test(request.host)) {
      await reply.status(421).send('This address is for this machine only.')
    }
  })
  app.setNotFoundHandler(answerUnknown)
  app.setErrorHandler((error: FastifyError | ApiError, _request, reply) => answerError(error, reply, log))
  return app
}

function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? ''
  const message = `Unrecognized request URL (${request.method}: ${path}), or one the local stand-in does not play.`
  return sendError(reply, 404, { type: 'invalid_request_error', message })
}

function answerError(error: FastifyError | ApiError, reply: FastifyReply, log: (problem: string) => void) {
  if (error instanceof ApiError) return sendError(reply, error.status, error.body)
  const { statusCode: status = 500, message } = error
  if (status < 500) return sendError(reply, status, { type: 'invalid_request_error', message })
  log(`The payment stand-in failed: ${message}`)
  return sendError(reply, status, { type: 'api_error', message: 'An unknown error occurred.' })
}

function sendError(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply.status(status).type('application/json').send(envelope(body))
}
