/** The product's limits and its price, shown to people and kept by the server. */
export const limits = {
  keywordWords: 8,
  keywordCharacters: 200,
  visitorSearchesPerDay: 2,
  freeSearchesPerMonth: 2,
  /** Searches that find nothing cost nothing, so many a day of a person and of a network. */
  emptySearchesPerDay: 20,
  proPriceCents: 199,
  resultsPerSearch: 100,
  /** From these scores on a post has potential, is promising, is strong. */
  potentialScore: 40,
  promisingScore: 60,
  strongScore: 80,
  /** A brief is made from so many matching posts with potential at most. */
  briefPosts: 200,
  quoteCharacters: 240,
  /** What is kept of a text for lists, and what a list shows of it at most. */
  excerptCharacters: 360,
  shownExcerptCharacters: 170,
  /** Longer posts are not kept: no search has to read them. Both count UTF-16 code units. */
  postTextCharacters: 100_000,
  /** Room for a long title beside the longest text that somebody pastes. */
  pastedTitleCharacters: 2_000,
  /** Longer titles and names are cut: no list has room for them. */
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
  /** What an operator may set for somebody else; its owner is asked for a longer one. */
  operatorsPasswordCharacters: 6,
  bulkDeleteMost: 500,
  listedUsersMost: 500,
  mailedTokenCharactersMost: 200,
  /** How long links in mails work. */
  resetLinkMinutes: 30,
  adminLinkMinutes: 30,
  verificationLinkHours: 24,
  /** Of one's own material: rows of all collections together, and of one. */
  ownRows: { free: 200, pro: 100_000 },
  ownRowsPerCollection: 50_000,
  ownCollections: 30,
  /** Files that are not scored yet are kept whole: so many at a time. */
  ownInWork: 3,
  ownNameCharacters: 80,
  /** A file comes in parts of so many UTF-16 code units, and so many of them at most. */
  ownPartCharacters: 200_000,
  ownParts: { free: 20, pro: 500 },
  ownColumns: 200,
  ownTextColumns: 12,
  ownColumnCharacters: 200,
  /** Named lists of communities of an account, and what an export of another tool may be. */
  communityLists: 50,
  listedCommunities: 200,
  listFileCharacters: 200_000,
  /** Each is asked of every source that can be searched, every day. */
  scanKeywords: 200,
} as const

/** "1.99": what Pro costs a month, in US dollars. */
export const proPriceDollars = (limits.proPriceCents / 100).toFixed(2)

/** Said where no money moves: who runs the installation need not be limited by the plans. */
export const selfHostedHint = 'Whoever runs this installation can lift the limit with SELF_HOSTED=on.'
