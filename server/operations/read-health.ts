import type { AdminHealth } from '#contract/admin-overview.ts'
import type { PaymentMode } from '#contract/billing.ts'
import type { makeHealthStore } from './health-store.ts'
import { joinHealth, type ToldHealth } from './health-watch.ts'
import { productVersion } from './product-version.ts'
import type { Readiness } from './readiness.ts'

/** Facts about the installation, for the operator. */
export type ReadHealth = {
  health: ReturnType<typeof makeHealthStore>
  /** The state of all processes of this product. */
  askHealth: () => Promise<ToldHealth[]>
  readiness: Readiness
  paymentSettings: { readConfig(): Promise<{ mode: PaymentMode }> }
  paymentKeys: Record<PaymentMode, boolean>
  standIn: boolean
  installed: {
    listSources: () => Promise<readonly { name: string; notice: string | null }[]>
    listJobs: () => readonly string[]
    mailDelivery: 'smtp' | 'outbox'
    operatorEmailSet: boolean
    embeddedDatabase: boolean
  }
}

export async function readHealth(deps: ReadHealth): Promise<AdminHealth> {
  const { installed, readiness } = deps
  const [sources, sizes, shares, { mode }] = await Promise.all([
    installed.listSources(),
    deps.health.readSizes(),
    deps.health.listArchive(),
    deps.paymentSettings.readConfig(),
  ])
  await readiness.ask()
  const healthWatch = joinHealth(await deps.askHealth())
  const read = (name: string) => {
    const { lastSuccessAt: success, lastFailureAt: failure, ...rest } = healthWatch.read(name)
    const at = (instant: Date | null) => instant?.toISOString() ?? null
    return { ...rest, lastSuccessAt: at(success), lastFailureAt: at(failure) }
  }
  return {
    version: productVersion(),
    startedAt: healthWatch.startedAt.toISOString(),
    readiness: readiness.parts.map((name) => ({ name, ...read(name) })),
    sources: sources.map((source) => ({ ...source, ...read(`source ${source.name}`) })),
    mail: {
      delivery: installed.mailDelivery,
      operatorEmailSet: installed.operatorEmailSet,
      ...read('mail'),
    },
    payments: {
      mode,
      standIn: deps.standIn,
      ...read(`payments ${mode}`),
      ...(deps.paymentKeys[mode] ? {} : { condition: 'off' as const }),
    },
    database: { bytes: sizes.database, embedded: installed.embeddedDatabase },
    archive: {
      posts: shares.reduce((sum, { posts }) => sum + posts, 0),
      bytes: sizes.archive,
      sources: shares.map((share) => ({
        ...share,
        newestPostAt: share.newestPostAt.toISOString(),
        changedAt: share.changedAt.toISOString(),
      })),
    },
    jobs: installed.listJobs().map((name) => ({ name, ...read(`job ${name}`) })),
  }
}
