/** The current time; tests can set it. */
export type Clock = () => Date
