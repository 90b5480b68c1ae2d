/** The product's limits and its price, shown to users and enforced by the server. */
export const limits = {
  keywordWords: 8,
  keywordCharacters: 200,
  visitorSearchesPerDay: 2,
  freeSearchesPerMonth: 2,
  /** Searches without results do not count, up to this number per day and person, and per day and network. */
  emptySearchesPerDay: 20,
  proPriceCents: 199,
  resultsPerSearch: 100,
  /** The minimum scores of a post with potential, a promising one, and a strong one. */
  potentialScore: 40,
  promisingScore: 60,
  strongScore: 80,
  /** The maximum number of matching posts with potential in a brief. */
  briefPosts: 200,
  quoteCharacters: 240,
  /** The lengths of a text stored for lists, and shown in a list. */
  excerptCharacters: 360,
  shownExcerptCharacters: 170,
  /** Longer posts are not stored, so that no search has to read them. Both limits count UTF-16 code units. */
  postTextCharacters: 100_000,
  /** Leaves room for a long title in addition to the longest pasted text. */
  pastedTitleCharacters: 2_000,
  /** Longer titles and names are truncated. */
  titleCharacters: 300,
  communityCharacters: 120,
  authorCharacters: 200,
  sessionTokenCharacters: 43,
  historyItems: 5,
  emailCharacters: 254,
  passwordCharacters: 8,
  passwordCharactersMost: 256,
  nameCharacters: 50,
  adminUsernameCharacters: 3,
  /** The minimum for a password that an operator sets. Its owner has to choose a longer one. */
  operatorsPasswordCharacters: 6,
  bulkDeleteMost: 500,
  listedUsersMost: 500,
  mailedTokenCharactersMost: 200,
  /** The lifetimes of links in mails. */
  resetLinkMinutes: 30,
  adminLinkMinutes: 30,
  verificationLinkHours: 24,
  /** The maximum number of rows of own material: of all collections together, and of one. */
  ownRows: { free: 200, pro: 100_000 },
  ownRowsPerCollection: 50_000,
  ownCollections: 30,
  /** The maximum number of files that wait to be scored. They are stored completely until then. */
  ownInWork: 3,
  ownNameCharacters: 80,
  /** A file is uploaded in parts: their size in UTF-16 code units, and their maximum number. */
  ownPartCharacters: 200_000,
  ownParts: { free: 20, pro: 500 },
  ownColumns: 200,
  ownTextColumns: 12,
  ownColumnCharacters: 200,
  /** Named lists of communities of an account, and the size of an export of another tool. */
  communityLists: 50,
  listedCommunities: 200,
  listFileCharacters: 200_000,
  /** The maximum number of watches of an account. After a change of plan, the oldest ones stay active. */
  watches: { free: 1, pro: 20 },
  /** The maximum that an operator can give a person. */
  watchesMost: 1_000,
  watchTerms: 24,
  watchCharacters: 500,
  watchNameCharacters: 80,
  /** The number of days that a preview of a watch covers. */
  watchPreviewDays: 90,
  watchPreviewPosts: 3,
  freePreviewsPerDay: 5,
  /** Posts that were written more days ago do not count as new when they arrive. */
  watchNewsDays: 30,
  watchPostsPerPage: 50,
  /** The number of hours in which a deleted watch can be restored. */
  watchRestoreHours: 24,
  /** The maximum number of keywords of the daily scan. Each is searched in every searchable source. */
  scanKeywords: 200,
  /** The number of newest posts of a watch in its feed. */
  feedPosts: 50,
  /** The number of characters of each post in a feed, which links to the rest. */
  feedTextCharacters: 4_000,
  webhooks: { free: 1, pro: 20 },
  webhookUrlCharacters: 2_000,
  webhookTemplateCharacters: 4_000,
  /** The daily number of posts of one webhook. Further posts are in the watch only. */
  webhookDeliveriesPerDay: 200,
  loggedDeliveries: 50,
  oldSecretHours: 24,
  /** The maximum number of API keys of an account, and how long they live. */
  apiKeys: 5,
  apiKeyDays: { usual: 90, most: 365, noticed: 7, listed: 30 },
  apiScore: { texts: 100, characters: 200_000, callsPerMinute: 20 },
  apiCallsPerMinute: { key: 120, person: 240 },
  digestPosts: 10,
  /** After this number of refused mails in a row, no more are sent. */
  digestBounces: 3,
} as const

/** "1.99": the price of Pro per month, in US dollars. */
export const proPriceDollars = (limits.proPriceCents / 100).toFixed(2)

/** Shown if payments are not real: an operator can lift the limits of plans without paying. */
export const selfHostedHint = 'Whoever runs this installation can lift the limit with SELF_HOSTED=on.'
