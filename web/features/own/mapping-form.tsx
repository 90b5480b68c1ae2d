import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { mapOwnEndpoint, type OwnMapping, previewOwnEndpoint } from '#contract/own-material.ts'
import { callEndpoint } from '#web/api-client.ts'
import { ownKey } from '#web/current-user-cache.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { ScrollBox } from '#web/features/scoring/scroll-box.tsx'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useArrivalFocus } from '#web/ui/use-arrival-focus.ts'
import { useAction } from '#web/use-action.ts'
import { collectionsKey } from './use-own-material.ts'

const formatWords: Readonly<Record<OwnMapping['format'], string>> = {
  csv: 'A table (CSV)',
  json: 'JSON objects',
  chat: 'A chat or transcript: a row is a message',
  paragraphs: 'Text: a row is a paragraph',
  lines: 'Text: a row is a line',
}

type ReadAs = Partial<Pick<OwnMapping, 'format' | 'hasHeader'>>

type MappingFormProps = { collectionId: string; onDone: () => void; onCancel: () => void }

function useMappingForm({ collectionId, onDone }: MappingFormProps) {
  const [readAs, setReadAs] = useState<ReadAs>({})
  const [changed, setChanged] = useState<OwnMapping | null>(null)
  const preview = useQuery({
    queryKey: [...ownKey, 'preview', collectionId, readAs],
    queryFn: () => callEndpoint(previewOwnEndpoint, { params: { collectionId }, body: readAs }),
    placeholderData: (before) => before,
  })
  const send = useAction({
    run: (chosen: OwnMapping) =>
      callEndpoint(mapOwnEndpoint, { params: { collectionId }, body: { mapping: chosen } }),
    invalidates: [collectionsKey],
    awaitsRefetch: true,
  })
  const mapping = changed ?? preview.data?.mapping
  const reread = (as: ReadAs) => {
    setReadAs(as)
    setChanged(null)
  }
  const isEmpty = mapping !== undefined && mapping.text.length === 0
  const isReady = mapping !== undefined && !isEmpty && !preview.isError
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !send.isPending && !preview.isPlaceholderData) send.mutate(mapping, { onSuccess: onDone })
  }
  return { readAs, reread, preview, mapping, setChanged, isEmpty, isReady, send, submit }
}

export function MappingForm(props: MappingFormProps) {
  const form = useMappingForm(props)
  const { preview, mapping, send } = form
  const heading = useArrivalFocus(props.collectionId)
  const problem = preview.isError
    ? failureMessage(preview.error, 'The file could not be read.')
    : send.error && failureMessage(send.error, 'The columns could not be saved. Try again in a moment.')
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <h3 ref={heading} tabIndex={-1} className="text-lg font-semibold tracking-tight outline-none">
        What does each column contain?
      </h3>
      <ReadAsFields readAs={form.readAs} mapping={mapping} onChange={form.reread} />
      {preview.data === undefined || mapping === undefined ? (
        preview.isError ? null : (
          <Skeleton className="h-64 w-full" />
        )
      ) : (
        <>
          <Notes notes={preview.data.notes} />
          <PreviewTable {...preview.data} mapping={mapping} onMap={form.setChanged} />
        </>
      )}
      <p role="status" className="text-sm font-medium text-danger empty:hidden">
        {form.isEmpty ? 'Choose at least one column that contains the text.' : null}
      </p>
      <FormAlert>{problem}</FormAlert>
      <div className="flex flex-wrap gap-3">
        <SubmitButton pending={send.isPending} pendingLabel="Starting..." disabled={!form.isReady}>
          Score these rows
        </SubmitButton>
        <Button size="medium" onClick={props.onCancel}>
          Discard the file
        </Button>
      </div>
    </form>
  )
}

/** The number of rows of the file that will not be stored. */
function Notes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <p key={note} className="text-sm text-ink-soft">
      {note}
    </p>
  ))
}

type ReadAsFieldsProps = { readAs: ReadAs; mapping: OwnMapping | undefined; onChange: (as: ReadAs) => void }

function ReadAsFields({ readAs, mapping, onChange }: ReadAsFieldsProps) {
  const format = readAs.format ?? mapping?.format ?? 'csv'
  const hasHeader = readAs.hasHeader ?? mapping?.hasHeader ?? true
  return (
    <div className="grid gap-4 sm:max-w-xl sm:grid-cols-2">
      <SelectField
        label="The file is"
        value={format}
        options={formatWords}
        onChange={(chosen) => onChange({ format: chosen })}
      />
      {format === 'csv' ? (
        <SelectField
          label="Its first line"
          value={hasHeader ? 'names' : 'row'}
          options={{ names: 'Contains the column names', row: 'Is a data row' }}
          onChange={(chosen) => onChange({ format, hasHeader: chosen === 'names' })}
        />
      ) : null}
    </div>
  )
}

type PreviewTableProps = {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  mapping: OwnMapping
  onMap: (mapping: OwnMapping) => void
}

function PreviewTable({ columns, rows, mapping, onMap }: PreviewTableProps) {
  return (
    <ScrollBox
      label="The first rows"
      className="scroll-cue max-h-[28rem] overflow-auto rounded-control border border-line"
    >
      <table className="w-full border-collapse text-left text-sm">
        <caption className="sr-only">The first rows of the file, with the use of each column</caption>
        <thead>
          <tr className="border-b border-line bg-sunken">
            {columns.map((column) => (
              <th key={column} scope="col" className="min-w-40 p-3 align-top font-medium wrap-anywhere">
                <SelectField
                  label={column}
                  value={roleOf(mapping, column)}
                  options={roleWords}
                  onChange={(role) => onMap(withRole(mapping, column, role))}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have nothing but their place
            <tr key={at} className="border-b border-line last:border-b-0">
              {row.map((cell, column) => (
                <td key={columns[column]} className="max-w-80 p-3 align-top wrap-anywhere" dir="auto">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

const roleWords = {
  unused: 'Not used',
  title: 'Title',
  text: 'Text',
  date: 'Date',
  link: 'Link',
  group: 'Group',
  rating: 'Rating',
}

type ColumnRole = keyof typeof roleWords

/** Roles that at most one column can have. */
const singleRoles = ['title', 'date', 'link', 'group', 'rating'] as const

export function roleOf(mapping: OwnMapping, column: string): ColumnRole {
  if (mapping.text.includes(column)) return 'text'
  return singleRoles.find((role) => mapping[role] === column) ?? 'unused'
}

/**
 * The mapping with another role for a column. Only the role "text" can have several columns. Any other role
 * is removed from its previous column.
 */
export function withRole(mapping: OwnMapping, column: string, role: ColumnRole): OwnMapping {
  const next = { ...mapping, text: mapping.text.filter((one) => one !== column) }
  for (const single of singleRoles) if (next[single] === column) next[single] = null
  if (role === 'unused') return next
  return role === 'text' ? { ...next, text: [...next.text, column] } : { ...next, [role]: column }
}
