/**
 * A digest of all patterns and word lists that the scorer reads a post with. This digest is part of the
 * scorer's version, and `scripts/rule-words.test.ts` checks it.
 */
export const ruleWords = 'ed2c77e4'
