/** What the address asks of the results beside how Pro narrows them. */
export type ToolAddress = {
  /** The label of the theme that is looked at. */
  theme: string | null
  onlySaved: boolean
  /** The key of the post in the drawer. */
  post: string | null
}

export function readTool(params: URLSearchParams): ToolAddress {
  return {
    theme: params.get('theme') || null,
    onlySaved: params.get('saved') === '1',
    post: params.get('post') || null,
  }
}

/** The address with these parts changed; what is off is left out. */
export function writeTool(params: URLSearchParams, part: Partial<ToolAddress>): URLSearchParams {
  const { theme, onlySaved, post } = { ...readTool(params), ...part }
  const next = new URLSearchParams(params)
  const set = (name: string, value: string | null) =>
    value === null ? next.delete(name) : next.set(name, value)
  set('theme', theme)
  set('saved', onlySaved ? '1' : null)
  set('post', post)
  return next
}
