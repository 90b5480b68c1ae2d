import type { PostScore, ScorablePost } from '../post-score.ts'

/** A post with what its words earned, as far as needs are read from it. */
export type NeedPost = ScorablePost &
  Pick<PostScore, 'opportunityScore' | 'evidence' | 'persona'> & {
    /** Whether the title holds the whole keyword. */
    titleMatch: boolean
    /** Where it belongs among the answers to the keyword; above 0, comparable within one keyword only. */
    rank: number
    /** Left out where posts chose their community; rows of one file stand together whatever they want. */
    inCommunityByChance?: true
  }
