import { readAs, signalRules } from './signal-rules.ts'

/** Celebration, thanks and praise. */
export const praise = signalRules('praise', {
  praise: readAs({ ignoredIfNegated: true }, [
    'love|loved|loving this|it|my|the|these|that',
    'awesome|amazing|fantastic|wonderful|incredible|excellent|beautiful|brilliant|proud|grateful|blessed|congrats|congratulations|kudos|yay|woo|woohoo|hooray|stoked|thrilled|excited|finally',
    'thank you',
    'thanks to|for|so',
    'thanks reddit|guys',
    'so happy|glad|proud|excited|pleased',
    'i|we did it',
    'i finally|just|did got|finished|ran|made|passed|bought|hit|completed|started|reached|did',
    'best|great thing|decision|feeling|day|ever|job',
    'changed|saved my life',
    'game changer',
    'highly recommend',
    'i|ive recommend|found|discovered|love|lost|learned',
    'shout|shoutout out?',
    'just wanted|want to say|share|thank|let',
    'thought i|id|you|this|some|it share|might|would|post',
    'wanted to share',
  ]),
})
