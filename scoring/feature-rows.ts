/**
 * A feature's numbers side by side, `1 << rowShift` a row, so that a hit costs one line of the processor's cache. They
 * are whole numbers, so that those of a post's words are added up without a rounding.
 */
export type FeatureRows = Int16Array

/** The row of a feature starts at feature << rowShift. */
export const rowShift = 5

/** How many numbers of a row are in use. */
export const rowSize = 32

/**
 * Where in a row what starts: the weight in the score; those of up to ten detectors; the share in a post's mass, 0 of
 * rules and of words that act alone; the factors by which it acts on others in the score, then those in the detectors,
 * 0 of words that act alone.
 */
export const rowFields = { score: 0, detectors: 1, mass: 11, factors: 12, signalFactors: 24 } as const

/** What one of the whole numbers is worth: of weights, and of mass and factors. */
export const weightStep = 0.01
export const companyStep = 0.001
