import { readAs, signalRules } from './signal-rules.ts'

/** Time pressure, a deadline, or customers and money being lost now. */
export const urgency = signalRules('urgency', {
  'time pressure': readAs({ ignoredIfNegated: true }, [
    'asap|urgent|urgently|immediately|emergency|desperate|desperately|deadline|deadlines|quickly',
    'as soon as possible',
    'by tomorrow|monday|tuesday|wednesday|thursday|friday|tonight|next|end',
    'before tomorrow|monday|friday|tonight',
    'due|starts|starting|launch|launching|opening|leaving tomorrow|today|monday|friday|tonight|this|next|in',
    'right away|now',
    'running out of',
    'time sensitive',
    'last minute',
    'in # days|hours|weeks',
    'next week|month',
    'end of the|this month|week|year|day',
    'time is',
    'short notice',
    'stressed|stressing|panic|panicking|freaking',
  ]),
  'losing now': [
    'losing|lost|lose|costing|cost|hurting|killing .. customers|clients|money|sales|business|users|revenue|data|leads|traffic',
    'going under',
    'cant afford to',
    'close|shut down',
    'screwed',
    'falling behind',
    'behind on',
    'cannot|cant wait',
  ],
})
