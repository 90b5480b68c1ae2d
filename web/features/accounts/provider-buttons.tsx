import type { SignInProvider } from '#contract/accounts.ts'
import { buttonLink } from '#web/ui/button.tsx'
import { providerNames, useSignInProviders } from './sign-in-providers.ts'

function startAddress(provider: SignInProvider, next: string): string {
  return `/api/auth/${provider}?${new URLSearchParams({ returnTo: next })}`
}

/** A button for each provider that this installation has keys for; nothing where there is none. */
export function ProviderButtons({ next }: { next: string }) {
  const { data } = useSignInProviders()
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
            Continue with {providerNames[provider]}
          </a>
        ))}
      </div>
    </div>
  )
}
