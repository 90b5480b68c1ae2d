import { useSearchParams } from 'react-router'
import { readUserView, type UserView, userViewParams } from './user-view.ts'

/** What of the users table is shown, kept in the address. Any change but of the page begins at the first one. */
export function useUserView() {
  const [params, setParams] = useSearchParams()
  const view = readUserView(params)
  const change = (part: Partial<UserView>) =>
    setParams(userViewParams({ ...view, page: 1, ...part }), { replace: part.page === undefined })
  return { view, change }
}
