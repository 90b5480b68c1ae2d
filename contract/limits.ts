/** The product's limits and its price. Pages show them, and the server enforces them. */
export const limits = {
  keywordWords: 8,
  keywordCharacters: 200,
  visitorSearchesPerDay: 2,
  freeSearchesPerMonth: 2,
  /** Searches without results are free, up to this number per day for each person and each network. */
  emptySearchesPerDay: 20,
  proPriceCents: 199,
  resultsPerSearch: 100,
  /** The minimum scores of a post with potential, of a promising post and of a strong post. */
  potentialScore: 40,
  promisingScore: 60,
  strongScore: 80,
  /** A brief contains at most this many matching posts with potential. */
  briefPosts: 200,
  quoteCharacters: 240,
  /** The maximum length of an excerpt as it is stored, and as a list shows it. */
  excerptCharacters: 360,
  shownExcerptCharacters: 170,
  /** Longer posts are not stored, so that no search has to read them. Both limits count UTF-16 code units. */
  postTextCharacters: 100_000,
  /** Room for the title of a pasted post, in addition to the longest text. */
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
  /** The minimum length of a password that an operator sets. The user then has to choose a longer one. */
  operatorsPasswordCharacters: 6,
  bulkDeleteMost: 500,
  listedUsersMost: 500,
  mailedTokenCharactersMost: 200,
  /** How long links in mails work. */
  resetLinkMinutes: 30,
  adminLinkMinutes: 30,
  verificationLinkHours: 24,
  /** The maximum number of rows of own material: in all collections together, and in a single one. */
  ownRows: { free: 200, pro: 100_000 },
  ownRowsPerCollection: 50_000,
  ownCollections: 30,
  /**
   * The maximum number of files that wait to be scored. Until they are scored, they are stored as a whole.
   */
  ownInWork: 3,
  ownNameCharacters: 80,
  /**
   * A file is uploaded in parts: the size of a part in UTF-16 code units, and the maximum number of parts.
   */
  ownPartCharacters: 200_000,
  ownParts: { free: 20, pro: 500 },
  ownColumns: 200,
  ownTextColumns: 12,
  ownColumnCharacters: 200,
  /**
   * The maximum number of named lists, of communities in a list, and of characters in another tool's export.
   */
  communityLists: 50,
  listedCommunities: 200,
  listFileCharacters: 200_000,
  /**
   * The maximum number of watches of an account. If an account has more after a change of plan, the oldest
   * watches stay active.
   */
  watches: { free: 1, pro: 20 },
  /** The maximum number of watches that an operator can allow a person. */
  watchesMost: 1_000,
  watchTerms: 24,
  watchCharacters: 500,
  watchNameCharacters: 80,
  /** The number of days that a preview of a watch covers. */
  watchPreviewDays: 90,
  watchPreviewPosts: 3,
  freePreviewsPerDay: 5,
  /** A post that was written more than this many days ago does not count as new when it is stored. */
  watchNewsDays: 30,
  watchPostsPerPage: 50,
  /** For how many hours a deleted watch can be restored. */
  watchRestoreHours: 24,
  /**
   * The maximum number of keywords of the daily scan. Each keyword is searched in every source that can be
   * searched.
   */
  scanKeywords: 200,
  /** How many of the newest posts of a watch its feed contains. */
  feedPosts: 50,
  /** How many characters of each post a feed contains. A link leads to the rest. */
  feedTextCharacters: 4_000,
  webhooks: { free: 1, pro: 20 },
  webhookUrlCharacters: 2_000,
  webhookTemplateCharacters: 4_000,
  /** The maximum number of posts that a webhook receives in a day. Further posts are only in the watch. */
  webhookDeliveriesPerDay: 200,
  loggedDeliveries: 50,
  oldSecretHours: 24,
  /** The maximum number of API keys of an account, and their lifetimes. */
  apiKeys: 5,
  apiKeyDays: { usual: 90, most: 365, noticed: 7, listed: 30 },
  apiScore: { texts: 100, characters: 200_000, callsPerMinute: 20 },
  apiCallsPerMinute: { key: 120, person: 240 },
  digestPosts: 10,
  /** After this many refused mails in a row, no more digests are sent. */
  digestBounces: 3,
} as const

/** The price of Pro per month in US dollars, such as "1.99". */
export const proPriceDollars = (limits.proPriceCents / 100).toFixed(2)

/** Shown if payments are not real: the operator can then lift the limits of plans. */
export const selfHostedHint = 'Whoever runs this installation can lift the limit with SELF_HOSTED=on.'
