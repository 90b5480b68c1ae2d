/** What a new password needs, and what makes it good. */
export const passwordAdvice = 'At least 8 characters. A phrase of 15 or more is far harder to guess.'
