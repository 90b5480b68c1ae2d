type ListedField = { name: string; kind?: string; required: boolean; words: string }

/** The fields of a request or an answer, each with its description. */
export function FieldTable({ title, fields }: { title: string; fields: readonly ListedField[] }) {
  return (
    <div>
      <h3 className="text-sm font-medium">{title}</h3>
      <dl className="mt-1 divide-y divide-line text-sm">
        {fields.map(({ name, kind, required, words }) => (
          <div key={name} className="py-2">
            <dt className="flex flex-wrap items-baseline gap-x-2">
              <code className="font-mono font-medium wrap-anywhere">{name}</code>
              <span className="text-ink-soft">
                {[kind, required ? null : 'optional'].filter(Boolean).join(', ')}
              </span>
            </dt>
            {words === '' ? null : (
              <dd className="mt-0.5 text-pretty text-ink-soft">{words.replaceAll('`', '')}</dd>
            )}
          </div>
        ))}
      </dl>
    </div>
  )
}
