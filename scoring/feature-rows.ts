/**
 * A feature's numbers side by side, `1 << rowShift` a row: a hit then costs one line of the processor's cache, where
 * tables apart cost five. In a scorer they are whole numbers of two bytes, 24 of 32 in use.
 */
export type FeatureRows = Int16Array | Float32Array

/** The row of a feature starts at feature << rowShift. */
export const rowShift = 5

/**
 * Where in a row what starts: the weight in the score; those of up to ten detectors; the share in a post's mass, 0 of
 * rules and of words that act alone; the factors by which it acts on others, 0 of words that act alone.
 */
export const rowFields = { score: 0, detectors: 1, mass: 11, factors: 12 } as const

/** The steps in which a scorer's rows count weights, and mass and factors: what one of their whole numbers is worth. */
export const weightStep = 0.01
export const companyStep = 0.001
