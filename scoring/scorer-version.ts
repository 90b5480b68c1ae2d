/** Names the rules and weights that made a score: any change of either changes it. */
export const scorerVersion: string = '0.1.0'
