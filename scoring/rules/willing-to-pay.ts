import { readAs, signalRules } from './signal-rules.ts'

/** The author or their company would pay, pays now, or has a budget for a solution. */
export const willingToPay = signalRules('willing_to_pay', {
  'would pay': readAs({ negationScope: true }, [
    'willing|happy|prepared|ready|glad|able to pay|spend|buy|purchase|shell|invest|fork',
    'would|id|ill|will|wed|gladly|happily gladly|happily|easily|totally|definitely|even? pay',
    'want|going|planning|plan|able|looking to pay|spend',
    'dont mind|care paying|spending|the',
    'not opposed to paying',
    'pay good|for|someone',
    'take my money',
    'shut up and take',
    'money is|isnt no|not|an',
    'worth paying|the|it|every',
    'paid|paying is|options|solutions|or|version|customer|app|apps fine|ok|okay|welcome|good?',
    'free or paid',
    'paid or free',
    'doesnt|not have|need to be free',
  ]),
  'pays or has a budget': readAs({ negationScope: true }, [
    'we|i|im|were|currently|are|been|now pay|paying|paid|spend|spending',
    'have|has|got a|the? small|tight|limited|decent? budget',
    'our|my|a|the|small|tight|limited|have|decent budget',
    'budget is|of|for|around',
    'i|we|id|ready|looking|want|going|about|trying to buy|purchase|subscribe',
    'purchase|purchasing|buy|buying|bought a|an|the|new',
    'worth the money|price|cost|it|upgrading|paying|buying|$',
    'reasonably priced',
    'reasonable price|cost|prices',
    'subscribed|subscribing|subscribe',
    'company will|can|would|is pay|buy|paying|willing',
    'approved|approval|sign off|procurement',
  ]),
})
