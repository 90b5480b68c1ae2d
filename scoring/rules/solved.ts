import { readAs, signalRules } from './signal-rules.ts'

/** The author reports that the need has been met. */
export const solved = signalRules('solved', {
  solved: readAs({ ignoredIfNegated: true }, [
    'solved|resolved',
    'edit|update solved|fixed|found|resolved|got|figured|it',
    'figured|got it out|working|fixed|sorted',
    'problem|issue|its|is|now|was fixed|solved|resolved|sorted',
    'never mind',
    'nevermind|nvm',
  ]),
  'marked as solved': [
    '[ solved|resolved',
    '^ solved|resolved',
    'edit|update solved|resolved|sorted',
    'edit|update i|we? figured|sorted|worked it out',
    'edit|update i|we? got it|this? working',
    'edit|update i|we? fixed|solved it',
    'edit|update now|its|is fixed|solved|resolved|sorted|working',
    'edit|update problem|issue is|was|has? been? solved|resolved|fixed|sorted',
    'solved|resolved thanks|thank|thx|ty',
    'thanks|thank you? solved|resolved',
  ],
  'found or chose one': readAs({ ignoredIfNegated: true }, [
    'i found the|a|it|an|out solution|answer|fix|tool|one|app?',
    'ended up going|using|buying|with',
    'went with',
  ]),
  'thanks and edits': [
    'thanks for all|the|everyone|everybody|your help|replies|suggestions|responses|answers|input|advice?',
    'thanks everyone|all|everybody|guys',
    'thank you everyone|all|so|for',
    'edit|update',
  ],
})
