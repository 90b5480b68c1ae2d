/** The time now; tests stop it. */
export type Clock = () => Date
