/** Product names that are words of the language too: only with a capital do they name a product. */
const ordinaryNames = new Set(
  'amplitude analytics asterisk blackboard bolt bubble canvas coda cursor discord eclipse ghost gusto intercom loom lovable majestic meetup mint notion oracle otter puppet quicken rails react runway rust sentry sheets slack square stripe teams unity zoom'.split(
    ' ',
  ),
)

/** Whether a name as the text writes it can only be a product's. */
export const namesProduct = (text: string): boolean => !ordinaryNames.has(text)
