import type { ErrorCode } from '#contract/error.ts'

export type RefusalLog = ReturnType<typeof makeRefusalLog>

type Refusal = {
  code: ErrorCode
  /** Method and pattern of the route, because a URL may contain a token. */
  route: string
  /** The IP address, only for refusals whose clients the operator may have to identify. */
  address: string | null
}

type Counted = { count: number; routes: Map<string, number>; addresses: Set<string> }

const everyMs = 60_000
/** Limits the length of the line that is logged each minute. */
const mostNamed = 3
const mostKinds = 100

const commonest = (routes: Map<string, number>) =>
  Object.fromEntries([...routes].sort(([, a], [, b]) => b - a).slice(0, mostNamed))

/** Counts expected refusals and logs them in one line per minute, because anybody can cause them. */
export function makeRefusalLog(log: (details: object, message: string) => void) {
  const refused = new Map<ErrorCode, Counted>()
  const told = new Map<string, number>()
  const untold = new Map<string, number>()

  const tell = () => {
    if (refused.size > 0) {
      const kinds = [...refused].map(([code, { count, routes, addresses }]) => ({
        code,
        count,
        routes: commonest(routes),
        ...(addresses.size > 0 ? { addresses: [...addresses] } : {}),
      }))
      log({ event: 'refused', refused: kinds }, 'Security event')
    }
    if (untold.size > 0) log({ repeats: commonest(untold) }, 'Repetitions within this minute are not logged')
    refused.clear()
    told.clear()
    untold.clear()
  }
  const timer = setInterval(tell, everyMs)
  timer.unref()

  return {
    count({ code, route, address }: Refusal): void {
      const counted = refused.get(code) ?? { count: 0, routes: new Map(), addresses: new Set() }
      refused.set(code, counted)
      counted.count += 1
      counted.routes.set(route, (counted.routes.get(route) ?? 0) + 1)
      if (address !== null && counted.addresses.size < mostNamed) counted.addresses.add(address)
    },

    /**
     * Whether this refusal may get a line of its own. Only a few refusals per minute get a line. The others
     * are only counted.
     */
    mayTell(what: string, most = 1): boolean {
      const kind = told.has(what) || told.size < mostKinds ? what : 'others'
      const times = told.get(kind) ?? 0
      told.set(kind, times + 1)
      if (times < most) return true
      untold.set(kind, (untold.get(kind) ?? 0) + 1)
      return false
    },

    /** Logs the counts. */
    close(): void {
      clearInterval(timer)
      tell()
    },
  }
}
