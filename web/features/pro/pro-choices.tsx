import { ChoiceChips, type ChoiceChipsProps } from '#web/ui/choice-chips.tsx'

const mostOptions = 10

/** The commonest values to choose from; what was chosen stays here even when no result has it. */
export function ProChoices({ options, chosen, ...rest }: ChoiceChipsProps) {
  const offered = options.slice(0, mostOptions)
  const kept = chosen.filter((value) => !offered.some((option) => option.value === value))
  const all = [...offered, ...kept.map((value) => ({ value, count: 0 }))]
  return all.length === 0 ? null : <ChoiceChips {...rest} options={all} chosen={chosen} />
}
