import { signalRules } from './signal-rules.ts'

/** News, an announcement or a bare link rather than a need. */
export const news = signalRules('news', {
  'a link': ['<url>'],
  'points to another community': [
    '<community>',
    'xpost|crosspost|crossposted',
    'x post',
    'cross post|posted',
  ],
  reported: [
    'announced|announces|announcement|released|releases|launches|unveils|acquires|acquired|reportedly|report|reports|study|survey|researchers|finds|reveals|says|said|breaking|update|news|article',
    'according to',
    'today|yesterday google|apple|microsoft|facebook|openai|anthropic',
    'this|the|great|good|interesting|an article|video|post|thread|talk|infographic|blog',
    'per the',
    'source <url>',
    'tldr|tl dr',
    'discuss|discussion',
    'weekly|daily|monthly thread|discussion|megathread',
    'mods|moderator|moderators|mod|sidebar|subreddit|subscribers|karma',
    'screenshot saturday',
  ],
  'a list': ['<item>'],
})
