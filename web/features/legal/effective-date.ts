/** Since when both legal pages are in force. */
export const effectiveDate = '9/13/2025'
