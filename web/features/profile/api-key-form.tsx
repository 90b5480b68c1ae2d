import { type FormEvent, useId, useState } from 'react'
import { makeKeyEndpoint } from '#contract/api-keys.ts'
import { type KeyScope, keyScopes } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { ApiError, callEndpoint } from '#web/api-client.ts'
import { apiKeysKey } from '#web/current-user-cache.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useAction } from '#web/use-action.ts'
import { scopeNames } from './scope-names.ts'

const lifetimes = { 7: '7 days', 30: '30 days', 90: '90 days', 365: 'A year' }

type ApiKeyFormProps = { onMade: (secret: string) => void; onCancel: () => void }

function useNewKey(onMade: ApiKeyFormProps['onMade']) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['search'])
  const [days, setDays] = useState<`${keyof typeof lifetimes}`>(`${limits.apiKeyDays.usual}`)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const make = useAction({
    run: () =>
      callEndpoint(makeKeyEndpoint, { body: { keyName: name, scopes, expiresInDays: Number(days) } }),
    onDone: ({ secret }) => onMade(secret),
    failed: { title: 'No key made', words: 'The key could not be made. Please try again.' },
    onFailed: (error: Error) => setProblem(error instanceof ApiError ? error.userMessage : undefined),
    invalidates: [apiKeysKey],
  })
  return {
    name,
    scopes,
    days,
    problem,
    setDays,
    isMaking: make.isPending,
    changeName: (text: string) => {
      setName(text)
      setProblem(undefined)
    },
    toggle: (scope: KeyScope) =>
      setScopes(scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope]),
    submit: (event: FormEvent) => {
      event.preventDefault()
      if (make.isPending) return
      if (name.trim() === '') setProblem('Give the key a name, such as the program that will use it')
      else if (scopes.length === 0) setProblem('Choose what the key may do')
      else make.mutate()
    },
  }
}

export function ApiKeyForm({ onMade, onCancel }: ApiKeyFormProps) {
  const id = useId()
  const form = useNewKey(onMade)
  return (
    <form
      aria-labelledby={id}
      noValidate
      onSubmit={form.submit}
      className="flex flex-col gap-4 rounded-control border border-line p-4"
    >
      <h3 id={id} className="font-medium">
        New key
      </h3>
      <TextField
        label="Name"
        name="keyName"
        autoFocus
        maxLength={limits.ownNameCharacters}
        value={form.name}
        error={form.problem}
        hint="Such as the program that will use it."
        onChange={(event) => form.changeName(event.target.value)}
      />
      <fieldset>
        <legend className="mb-2 text-sm font-medium">It may use</legend>
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {keyScopes.map((scope) => (
            <label key={scope} className="flex items-center gap-2">
              <input
                type="checkbox"
                className="size-4.5 accent-accent"
                checked={form.scopes.includes(scope)}
                onChange={() => form.toggle(scope)}
              />
              {scopeNames[scope]}
            </label>
          ))}
        </div>
      </fieldset>
      <SelectField label="Expires after" value={form.days} options={lifetimes} onChange={form.setDays} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton size="small" pending={form.isMaking} pendingLabel="Making...">
          Make the key
        </SubmitButton>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
