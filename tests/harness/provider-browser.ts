/** A minimal browser for provider pages: keeps cookies, follows redirects and submits forms. */
export function openProviderBrowser() {
  const cookies = new Map<string, string>()

  async function visit(url: URL, form?: URLSearchParams): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const post = form === undefined ? {} : { method: 'POST', body: form }
    const response = await fetch(url, { ...post, headers: { cookie }, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split('=', 2)
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  return {
    /** Follows our redirect, signs in as `login`, and stops at the callback URL. */
    async signIn(address: string, login: string): Promise<URL> {
      const { host } = new URL(address)
      let url = new URL(address)
      let form: URLSearchParams | undefined
      for (let step = 0; step < 20; step++) {
        const response = await visit(url, form)
        const page = await response.text()
        form = undefined
        const location = response.headers.get('location')
        if (location !== null) {
          url = new URL(location, url)
          if (url.host !== host) return url
          continue
        }
        const action = /<form[^>]* action="([^"]+)"/u.exec(page)?.[1]
        const prompt = /name="prompt" value="([^"]+)"/u.exec(page)?.[1]
        if (action === undefined || prompt === undefined) throw new Error(`No form at ${url.href}: ${page}`)
        url = new URL(action, url)
        form = new URLSearchParams(prompt === 'login' ? { prompt, login, password: 'any' } : { prompt })
      }
      throw new Error(`Still at the provider after 20 steps: ${url.href}`)
    },
  }
}
