import { useQuery } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { Callout } from '#web/ui/callout.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { scorePasted } from './pasted-result.ts'
import { ScoredText } from './scored-text.tsx'

const example = {
  title: 'Is there a simple tool for chasing unpaid invoices?',
  selftext:
    'I run a small design studio. Every month I go through a spreadsheet to see who has not paid, and write the same ' +
    'emails by hand. My accountant showed me a great article about it, thanks to her.',
}

/** A post written for this page, scored by the installation at the moment it is read. */
export function WorkedExample() {
  const scored = useQuery({ queryKey: ['worked-example'], queryFn: () => scorePasted(example) })
  if (scored.data) return <ScoredText result={scored.data} textLabel="Text of the example" />
  if (scored.error === null) return <Skeleton shape="card" className="h-96 w-full" />
  return (
    <Callout icon={<CircleAlert />}>
      The example could not be scored just now. Its text: <q>{example.title}</q> <q>{example.selftext}</q>
    </Callout>
  )
}
