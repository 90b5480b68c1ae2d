import { signalRules } from './signal-rules.ts'

/** The problem or task occurs again and again: daily, every month, for each client. */
export const frequency = signalRules('frequency', {
  'each period': [
    'every|each|per {period}',
    'every single|other|few|# time|day|week|month|one|days|weeks|months|hours|minutes',
    '# times|hours|days a|per|each|every day|week|month|year',
    'once|twice|times a|per|every day|week|month|year',
    'a day|week|month',
    'everyday|daily|weekly|monthly|quarterly|nightly|hourly|biweekly|yearly|annually',
    'on a daily|weekly|regular|monthly|day basis|to?',
    'day to day',
    'day in',
  ],
  'again and again': [
    'always|constantly|continually|continuously|repeatedly|regularly|frequently|often|usually|typically|routinely',
    'all the time',
    'over and over',
    'again and again',
    'time and time|again',
    'keep|keeps having|getting|running|coming|happening|asking|doing|finding|forgetting|losing',
    'whenever|everytime|anytime',
    'every time',
    'each time',
    'a lot of|time',
    'recurring|ongoing|repetitive|repeat',
    'hundreds|thousands|dozens|tons|lots|bunch|multiple of|clients|projects|employees|files|emails|sites|locations|users|students|accounts|people|documents',
    '# employees|people|users|students|clients|computers|machines|locations|sites|stores|servers|files|rows|customers|properties|units|devices|invoices|emails|tickets|accounts|switches|staff|members|products|skus|orders|hours|team',
  ],
})
