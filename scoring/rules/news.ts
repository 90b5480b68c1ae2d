import type { SignalRules } from './signal-rules.ts'

/** News, an announcement or a bare link rather than a need. */
export const news: SignalRules = {
  signal: 'news',
  families: [
    { name: 'a link', phrases: ['<url>'] },
    {
      name: 'points to another community',
      phrases: ['<community>', 'xpost|crosspost|crossposted', 'x post', 'cross post|posted'],
    },
    {
      name: 'reported',
      phrases: [
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
    },
    { name: 'a list', phrases: ['<item>'] },
  ],
}
