import { useQuery } from '@tanstack/react-query'
import { type SignInProvider, signInProvidersEndpoint } from '#contract/accounts.ts'
import { callEndpoint } from '#web/api-client.ts'
import { buttonLink } from '#web/ui/button.tsx'

const names: Record<SignInProvider, string> = { google: 'Google', github: 'GitHub' }

function startAddress(provider: SignInProvider, next: string): string {
  return `/api/auth/${provider}?${new URLSearchParams({ returnTo: next })}`
}

/** A button for each provider that this installation has keys for; nothing where there is none. */
export function ProviderButtons({ next }: { next: string }) {
  const { data } = useQuery({
    queryKey: [signInProvidersEndpoint.path],
    queryFn: () => callEndpoint(signInProvidersEndpoint),
  })
  const providers = data?.providers ?? []
  if (providers.length === 0) return null
  return (
    <div className="mt-6">
      <p className="flex items-center gap-3 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <div className="mt-5 flex flex-col gap-3">
        {providers.map((provider) => (
          // Leaves the page: the provider's own site asks who the person is.
          <a key={provider} href={startAddress(provider, next)} className={buttonLink({ size: 'medium' })}>
            Continue with {names[provider]}
          </a>
        ))}
      </div>
    </div>
  )
}
