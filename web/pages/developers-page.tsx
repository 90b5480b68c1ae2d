import { useQuery } from '@tanstack/react-query'
import { ConnectAgent } from '#web/features/developers/connect-agent.tsx'
import { FieldTable } from '#web/features/developers/field-table.tsx'
import { fieldsOf, OperationCard, type Schemas } from '#web/features/developers/operation-list.tsx'
import type { DocumentedOperation } from '#web/features/developers/write-example.ts'
import { ButtonLink } from '#web/features/site/button-link.tsx'
import { ReadAgain } from '#web/features/site/read-again.tsx'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

const documentPath = '/api/v1/openapi.json'

type ApiDocument = {
  info: { description: string }
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: Schemas }
}

/** This server's own document, so it is trusted. */
async function readDocument(): Promise<ApiDocument> {
  const reply = await fetch(documentPath)
  if (!reply.ok) throw new Error(`${reply.status}`)
  return reply.json()
}

/** The interface for programs, written from its document: a new endpoint appears by itself. */
export function DevelopersPage() {
  useDocumentTitle('For developers · Unmet')
  const document = useQuery({ queryKey: [documentPath], queryFn: readDocument })
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
          <a href={documentPath} className="inline-flex h-9 items-center text-sm font-medium underline">
            OpenAPI 3.1 document
          </a>
        </div>
      </div>
      {document.data ? (
        <Reference document={document.data} />
      ) : document.isError ? (
        <ReadAgain query={document} words="The documentation could not be read." />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </div>
  )
}

function Reference({ document: { info, paths, components } }: { document: ApiDocument }) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const { schemas } = components
  return (
    <>
      <div className="flex max-w-3xl flex-col gap-3 leading-7 text-pretty">
        {info.description.split('\n\n').map((words) => (
          <p key={words}>{words.replaceAll('`', '')}</p>
        ))}
      </div>
      <nav aria-label="Operations">
        <ul className="grid grid-cols-1 gap-x-6 gap-y-1.5 sm:grid-cols-2 lg:grid-cols-3">
          {operations.map(({ operation: { operationId, summary } }) => (
            <li key={operationId}>
              <a
                href={`#${operationId}`}
                className="underline decoration-line-strong hover:decoration-current"
              >
                {summary}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <ConnectAgent origin={window.location.origin} />
      <div className="flex flex-col gap-14">
        <h2 className="text-2xl font-semibold tracking-tight">Operations</h2>
        {operations.map((listed) => (
          <OperationCard
            key={listed.operation.operationId}
            listed={listed}
            schemas={schemas}
            origin={window.location.origin}
          />
        ))}
      </div>
      <div className="flex flex-col gap-6">
        <h2 className="text-2xl font-semibold tracking-tight">Schemas</h2>
        <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-2">
          {Object.keys(schemas).map((name) => (
            <section key={name} aria-label={name} className="min-w-0">
              <h3 className="text-lg font-semibold">{name}</h3>
              <FieldTable title="Fields" fields={fieldsOf({ $ref: `/${name}` }, schemas)} />
            </section>
          ))}
        </div>
      </div>
    </>
  )
}
