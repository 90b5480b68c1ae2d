import { readAs, signalRules } from './signal-rules.ts'

/** Prices, budgets and costs: what the author pays or would pay. */
export const money = signalRules('money', {
  'an amount': [
    '$ #',
    '# dollars|bucks|usd|euros|euro|pounds|cents|grand|gbp|eur|quid',
    '# $',
    '$ # per|a|month|year|user|seat|mo|hour|k',
    '# per|a|each month|year|user|seat|hour|mo',
  ],
  'a price': readAs({ ignoredIfNegated: true }, [
    'price|prices|priced|pricing|pricey',
    'cost|costs|costing|costly',
    'expensive|overpriced|cheap|cheaper|cheapest|inexpensive|affordable|reasonably',
    'fee|fees|subscription|subscriptions|license|licenses|licensing|tier|tiers|quote|quotes|quoted',
    'per month|user|seat|year|license|agent|credit|token',
    'a month',
    'monthly|annual|yearly fee|cost|subscription|payment|bill',
    'how much',
    'budget|budgets|budgeted',
    'free trial|version|tier|plan|alternative',
    'or cheap|free|inexpensive',
    'freemium|roi',
    'one time fee|payment|purchase|cost',
    'arm and a? leg',
  ]),
  'a household sum': [
    'debt|debts|loan|loans|mortgage|mortgages|savings|salary|salaries|wage|wages|income|tax|taxes|ira|roth|interest|apr|rent|retirement|equity',
    'credit card|cards|score|union|report',
    'down payment',
  ],
})
