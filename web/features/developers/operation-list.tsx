import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { copyText } from '#web/features/site/copy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { CodeBlock } from './code-block.tsx'
import { FieldTable } from './field-table.tsx'
import {
  type DocumentedSchema,
  type ExampleLanguage,
  exampleWriters,
  type ListedOperation,
} from './write-example.ts'

export type Schemas = Readonly<Record<string, DocumentedSchema>>

type OperationProps = { listed: ListedOperation; schemas: Schemas; origin: string }

/** One operation: its description, its parameters and reply, and an example in three languages. */
export function OperationCard({ listed, schemas, origin }: OperationProps) {
  const { method, path, operation } = listed
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const taken = requestBody?.content['application/json'].schema
  const answered = responses['200']?.content['application/json'].schema
  return (
    <Disclosure
      className="py-1"
      title={
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <span className="text-base">{summary}</span>
          <code className="font-mono font-normal wrap-anywhere text-ink-soft">
            {method.toUpperCase()} {path}
          </code>
        </span>
      }
    >
      <section id={operationId} aria-label={summary} className="scroll-mt-24 pt-1 pb-6 sm:pl-6">
        <p className="max-w-3xl text-base leading-7 text-pretty">{description.replaceAll('`', '')}</p>
        <div className="mt-4 grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4">
            {parameters.length === 0 ? null : (
              <FieldTable
                title="Parameters"
                fields={parameters.map(({ name, required, description: words = '' }) => ({
                  name,
                  required,
                  words,
                }))}
              />
            )}
            {taken === undefined ? null : <FieldTable title="Body" fields={fieldsOf(taken, schemas)} />}
            {answered === undefined ? null : (
              <FieldTable title="Answer" fields={fieldsOf(answered, schemas)} />
            )}
            <Refusals responses={responses} />
          </div>
          <Example listed={listed} origin={origin} />
        </div>
      </section>
    </Disclosure>
  )
}

function Refusals({ responses }: Pick<ListedOperation['operation'], 'responses'>) {
  const refusals = Object.entries(responses).filter(([status]) => status !== '200')
  return (
    <Disclosure title="Refusals">
      <ul className="mt-2 flex flex-col gap-1.5 text-sm text-ink-soft">
        {refusals.map(([status, { description: words }]) => (
          <li key={status} className="wrap-anywhere">
            <strong className="font-medium text-ink">{status}</strong> {words.replaceAll('`', '')}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

function resolved(schema: DocumentedSchema, schemas: Schemas): DocumentedSchema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (schemas[name] ?? {})
}

const kindOf = (schema: DocumentedSchema): string => {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.anyOf !== undefined) return schema.anyOf.map(kindOf).join(' or ')
  if (schema.items !== undefined) return `list of ${kindOf(schema.items)}`
  return schema.enum === undefined ? [schema.type ?? 'any'].flat().join(' or ') : schema.enum.join(', ')
}

export function fieldsOf(schema: DocumentedSchema, schemas: Schemas) {
  const { properties = {}, required = [] } = resolved(schema, schemas)
  return Object.entries(properties).map(([name, one]) => ({
    name,
    kind: kindOf(one),
    required: required.includes(name),
    words: one.description ?? '',
  }))
}

const languages = Object.keys(exampleWriters) as ExampleLanguage[]

function Example({ listed, origin }: { listed: ListedOperation; origin: string }) {
  const [language, setLanguage] = useState<ExampleLanguage>('curl')
  const text = exampleWriters[language](origin, listed)
  return (
    <Card className="min-w-0 p-4">
      <Tabs
        label={`Example of ${listed.operation.operationId}`}
        tabs={languages.map((value) => ({
          value,
          label: value,
          panel: () => <CodeBlock text={text} />,
        }))}
        value={language}
        onChange={(value) => setLanguage(value as ExampleLanguage)}
        panelClass="pt-3"
      />
      <Button className="mt-3" onClick={() => void copyText('example', text, { title: 'Example copied' })}>
        <Copy className="size-4" />
        Copy
      </Button>
    </Card>
  )
}
