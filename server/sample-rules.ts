import type { PostRank } from './ports.ts'

/** So many real posts are an answer beside which no sample has to stand. */
const fewestAnswers = 3

/** Whether these posts, none of them a sample, answer a question by themselves. */
export function answersAlone(found: readonly Pick<PostRank, 'match' | 'offTopic'>[]): boolean {
  return found.filter(({ match, offTopic }) => match !== 'related' && !offTopic).length >= fewestAnswers
}
