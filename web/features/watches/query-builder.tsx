import { useState } from 'react'
import { signalLabels } from '#contract/signal-labels.ts'
import { SelectField } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { emptyFields, type QueryFields, readFields, writeQuery } from './write-query.ts'

type Labels = readonly { name: keyof QueryFields; label: string; hint?: string; type?: string }[]

const words: Labels = [
  { name: 'all', label: 'All of these words' },
  { name: 'any', label: 'At least one of these', hint: 'Separated by commas' },
  { name: 'phrase', label: 'Exactly these words' },
  { name: 'none', label: 'None of these', hint: 'Separated by commas' },
  { name: 'communities', label: 'Only in communities or lists', hint: 'Separated by commas' },
  { name: 'sources', label: 'Only from sources', hint: 'Such as reddit or hacker-news' },
  { name: 'notSources', label: 'Not from sources', hint: 'Such as github' },
]
const days: Labels = [
  { name: 'after', label: 'Written on or after', type: 'date' },
  { name: 'before', label: 'Written before', type: 'date' },
]

const { wording: _, ...searchedSignals } = signalLabels
const signals: Record<string, string> = { '': 'Any', ...searchedSignals }

type QueryBuilderProps = { query: string; onWrite: (query: string) => void }

function useQueryFields({ query, onWrite }: QueryBuilderProps) {
  const [written, setWritten] = useState<{ query: string; fields: QueryFields } | null>(null)
  // Text typed into the query field also appears in the form.
  const shown = written?.query === query ? written.fields : readFields(query)
  const fields = shown ?? emptyFields
  const change = (name: keyof QueryFields, value: string) => {
    const next = { ...fields, [name]: value }
    setWritten({ query: writeQuery(next), fields: next })
    onWrite(writeQuery(next))
  }
  return { fields, cannotShow: shown === null, change }
}

/** Writes the query for people who do not know the operators. */
export function QueryBuilder(props: QueryBuilderProps) {
  const { fields, cannotShow, change } = useQueryFields(props)
  const textField = ({ name, label, hint, type = 'text' }: Labels[number]) => (
    <TextField
      key={name}
      label={label}
      name={name}
      hint={hint}
      type={type}
      value={fields[name]}
      onChange={(event) => change(name, event.target.value)}
    />
  )
  return (
    <details className="rounded-control border border-line">
      <summary className="cursor-pointer px-4 py-2.5 text-sm font-medium">Write it with a form</summary>
      {cannotShow ? (
        <p className="border-t border-line px-4 pt-4 text-sm text-pretty">
          This form cannot show the query above. What you enter here replaces it.
        </p>
      ) : null}
      <div className="grid gap-4 border-t border-line p-4 sm:grid-cols-2">
        {words.map(textField)}
        <SelectField
          label="With this signal"
          name="signal"
          value={fields.signal}
          options={signals}
          onChange={(signal) => change('signal', signal)}
        />
        {days.map(textField)}
      </div>
      <p className="px-4 pb-4 text-sm text-pretty text-ink-soft">
        All words of a query have to appear in a post. OR, “quotes”, -word, in:, source:, after:, before:,
        score: and signal: work as they do in the search box.
      </p>
    </details>
  )
}
