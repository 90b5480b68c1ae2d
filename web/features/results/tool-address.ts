/** What the address asks of the results beside how Pro narrows them. */
export type ToolAddress = {
  /** The key of the post that names the need that is looked at. */
  need: string | null
  onlySaved: boolean
  /** The key of the post in the drawer. */
  post: string | null
}

export function readTool(params: URLSearchParams): ToolAddress {
  return {
    need: params.get('need') || null,
    onlySaved: params.get('saved') === '1',
    post: params.get('post') || null,
  }
}

/** The address with these parts changed; what is off is left out. */
export function writeTool(params: URLSearchParams, part: Partial<ToolAddress>): URLSearchParams {
  const { need, onlySaved, post } = { ...readTool(params), ...part }
  const next = new URLSearchParams(params)
  const set = (name: string, value: string | null) =>
    value === null ? next.delete(name) : next.set(name, value)
  set('need', need)
  set('saved', onlySaved ? '1' : null)
  set('post', post)
  return next
}
