import { useQuery } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { Callout } from '#web/ui/callout.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { scorePasted } from './pasted-result.ts'
import { ScoredText } from './scored-text.tsx'

const example = {
  title: 'Is there a simple tool for chasing unpaid invoices?',
  selftext:
    'I run a small design studio. Every month I spend hours going through a spreadsheet to see who has not paid, ' +
    'and then I write the same reminder emails by hand. I tried QuickBooks, but it is too expensive for what we need. ' +
    'I would happily pay for something that just does this.',
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
