const steps: readonly { days: number; unit: string }[] = [
  { days: 365.25, unit: 'year' },
  { days: 30.44, unit: 'month' },
  { days: 7, unit: 'week' },
  { days: 1, unit: 'day' },
]

/** How old something is as people say it, "3 weeks" or "13 years"; null for what is no date. */
export function formatAge(instant: string, now: Date): string | null {
  const days = (now.getTime() - Date.parse(instant)) / 86_400_000
  if (Number.isNaN(days)) return null
  // Two weeks are told in days, two months in weeks: one of a unit says too little.
  const step = steps.find((one, at) => days >= one.days * (at === steps.length - 1 ? 1 : 2))
  if (step === undefined) return days >= 0.5 ? '1 day' : 'less than a day'
  const count = Math.floor(days / step.days)
  return `${count} ${step.unit}${count === 1 ? '' : 's'}`
}
