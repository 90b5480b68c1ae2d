import promised from '#contract/v1/promised.json' with { type: 'json' }
import { ConnectAgent } from '#web/features/developers/connect-agent.tsx'
import { FieldTable } from '#web/features/developers/field-table.tsx'
import { fieldsOf, OperationCard, type Schemas } from '#web/features/developers/operation-list.tsx'
import type { DocumentedOperation } from '#web/features/developers/write-example.ts'
import { ButtonLink } from '#web/features/site/button-link.tsx'
import { readSiteFacts } from '#web/features/site/read-site-facts.ts'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'

type ApiDocument = {
  introduction: string
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: Schemas }
}

/** The committed copy of the OpenAPI document. Tests compare it with the server's document. */
const { introduction, paths, components } = promised as unknown as ApiDocument
const { schemas } = components
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
)

/**
 * The documentation of the API, generated from its OpenAPI document, so that a new endpoint appears
 * automatically.
 */
export function DevelopersPage() {
  useDocumentTitle('For developers · Unmet')
  // A development server does not fill in the address.
  const origin = readSiteFacts().publicUrl || window.location.origin
  return (
    <div className="flex flex-col gap-12 pt-12 pb-20 sm:pt-16">
      <div className="max-w-3xl">
        <h1 className="text-4xl leading-tight font-semibold tracking-tight text-balance sm:text-5xl">
          For developers
        </h1>
        <p className="mt-4 text-lg leading-8 text-pretty text-ink-soft">
          The same searches, scores and reasons as on the pages, for scripts and agents.
        </p>
        <div className="mt-6 flex flex-wrap items-center gap-3">
          <ButtonLink to="/profile#api-keys">Make a key</ButtonLink>
          <a
            href="/api/v1/openapi.json"
            className="inline-flex h-9 items-center text-sm font-medium underline"
          >
            OpenAPI 3.1 document
          </a>
        </div>
      </div>
      <div className="flex max-w-3xl flex-col gap-3 leading-7 text-pretty">
        {introduction.split('\n\n').map((words) => (
          <p key={words}>{words.replaceAll('`', '')}</p>
        ))}
      </div>
      <ConnectAgent origin={origin} />
      <section aria-labelledby="operations">
        <h2 id="operations" className="text-2xl font-semibold tracking-tight">
          Operations
        </h2>
        <div className="mt-4 divide-y divide-line border-y border-line">
          {operations.map((listed) => (
            <OperationCard
              key={listed.operation.operationId}
              listed={listed}
              schemas={schemas}
              origin={origin}
            />
          ))}
        </div>
      </section>
      <section aria-labelledby="schemas">
        <h2 id="schemas" className="text-2xl font-semibold tracking-tight">
          Schemas
        </h2>
        <div className="mt-4 grid grid-cols-1 gap-x-10 gap-y-1 lg:grid-cols-2">
          {Object.keys(schemas).map((name) => (
            <Disclosure key={name} title={name} className="min-w-0">
              <FieldTable title="Fields" fields={fieldsOf({ $ref: `/${name}` }, schemas)} />
            </Disclosure>
          ))}
        </div>
      </section>
    </div>
  )
}
