import { keyword } from '#contract/keyword.ts'
import { commaList, communityList, type ReadVariable, variable } from './config-variable.ts'

const mostTargets = 100
const communityName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/

export const scanVariables = {
  SCAN_COMMUNITIES: communityList(mostTargets, communityName, {
    purpose: 'Communities whose new posts are read every day, in every live source that has communities',
  }),
  SCAN_KEYWORDS: variable({
    takes: `at most ${mostTargets} keywords separated by commas, each of at most 8 words`,
    purpose:
      'Keywords to search for every day, in every searchable live source; each is added once, and then managed at /admin under Sources',
    read: commaList(mostTargets, (part) => keyword.safeParse(part).data),
  }),
  SCAN_AT: variable({
    takes: 'an hour from 0 to 23, UTC, or never',
    purpose: 'When the daily scan starts; never: only by `npm run scan` or the admin area',
    fallback: '4',
    read: (text) => (/^([01]?\d|2[0-3]|never)$/.test(text) ? text : undefined),
  }),
}

/** Without an hour (UTC), scans are only started manually. */
export function readScan(read: ReadVariable<typeof scanVariables>) {
  const at = read('SCAN_AT') ?? '4'
  return {
    communities: read('SCAN_COMMUNITIES') ?? [],
    keywords: read('SCAN_KEYWORDS') ?? [],
    hour: at === 'never' ? null : Number(at),
  }
}
