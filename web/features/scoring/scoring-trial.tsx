import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { pastedPost } from '#contract/scoring.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { useArrivalFocus } from '#web/ui/use-arrival-focus.ts'
import { type ScoredPost, ScoredText, scorePasted } from './scored-text.tsx'

type Wrong = { title?: string; selftext?: string }

/** A box for any post. It is submitted explicitly, not on each key press, because of the rate limit. */
export function ScoringTrial() {
  const [title, setTitle] = useState('')
  const [selftext, setSelftext] = useState('')
  const [wrong, setWrong] = useState<Wrong>({})
  const scoring = useMutation({ mutationFn: scorePasted })

  const change = (set: (value: string) => void, value: string) => {
    set(value)
    setWrong({})
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { success, error, data } = pastedPost.safeParse({ title, selftext })
    setWrong(Object.fromEntries((error?.issues ?? []).map((issue) => [String(issue.path[0]), issue.message])))
    if (success && !scoring.isPending) scoring.mutate(data)
  }

  return (
    <div className="flex flex-col gap-6">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Title"
          name="title"
          dir="auto"
          autoComplete="off"
          value={title}
          error={wrong.title}
          onChange={(event) => change(setTitle, event.target.value)}
        />
        <PostTextField
          value={selftext}
          error={wrong.selftext}
          onChange={(value) => change(setSelftext, value)}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <SubmitButton pending={scoring.isPending} pendingLabel="Scoring...">
            Score this post
          </SubmitButton>
          <p className="text-sm text-ink-soft">
            Nothing of it is stored. Up to {limits.postTextCharacters.toLocaleString('en-US')} characters.
          </p>
        </div>
      </form>
      <FormAlert>
        {scoring.error &&
          failureMessage(scoring.error, 'The post could not be scored. Try again in a moment.')}
      </FormAlert>
      {scoring.data === undefined ? null : <TrialOutcome key={scoring.submittedAt} post={scoring.data} />}
    </div>
  )
}

/** The focus moves to the heading of the result. */
function TrialOutcome({ post }: { post: ScoredPost }) {
  const heading = useArrivalFocus('scored')
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-4">
      <h3
        id={headingId}
        ref={heading}
        tabIndex={-1}
        className="text-lg font-semibold tracking-tight outline-none"
      >
        Your post scores {post.opportunityScore} of 100
      </h3>
      {post.notes?.map((note) => (
        <p key={note} className="text-sm text-ink-soft">
          {note}
        </p>
      ))}
      <ScoredText post={post} textLabel="Text of your post" />
    </section>
  )
}

type PostTextFieldProps = { value: string; error: string | undefined; onChange: (value: string) => void }

function PostTextField({ value, error, onChange }: PostTextFieldProps) {
  const over = value.length - limits.postTextCharacters
  const message =
    over > 0
      ? `A text has at most ${limits.postTextCharacters.toLocaleString('en-US')} characters; this one has ${over.toLocaleString('en-US')} too many`
      : error
  return (
    <TextArea
      label="Text"
      name="selftext"
      rows={7}
      value={value}
      error={message}
      onChange={onChange}
      className="min-h-40"
    />
  )
}
