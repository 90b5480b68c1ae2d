import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type CurrentUser, updateProfileEndpoint } from '#contract/accounts.ts'
import { callEndpoint } from '#web/api-client.ts'
import { currentUserKey } from '#web/current-user-cache.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { useCheckedForm } from '#web/features/accounts/use-checked-form.ts'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.tsx'

/** The names of the person, which can be changed, and the address, which cannot. */
export function PersonalInformation({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient()
  const update = useMutation({
    mutationFn: (body: { firstName: string; lastName: string }) =>
      callEndpoint(updateProfileEndpoint, { body }),
    onSuccess: (changed) => {
      queryClient.setQueryData(currentUserKey, changed)
      showToast({ title: 'Profile Updated', description: 'Your name has been saved.' })
    },
    onError: (error) => {
      const description = failureMessage(error, 'Failed to update profile. Please try again.')
      showToast({ title: 'Update Failed', description, tone: 'destructive' })
    },
  })
  const { errors, formProps } = useCheckedForm({
    schema: updateProfileEndpoint.body,
    pending: update.isPending,
    onValid: (values) => update.mutate(values),
  })
  return (
    <SettingsSection title="Personal Information" description="How we greet you. Only you see this.">
      <form {...formProps} aria-label="Personal Information" className="flex flex-col gap-5">
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <TextField
            label="First Name"
            name="firstName"
            autoComplete="given-name"
            dir="auto"
            defaultValue={user.firstName ?? ''}
            error={errors.firstName}
          />
          <TextField
            label="Last Name"
            name="lastName"
            autoComplete="family-name"
            dir="auto"
            defaultValue={user.lastName ?? ''}
            error={errors.lastName}
          />
        </div>
        <TextField
          label="Email"
          name="email"
          type="email"
          value={user.email}
          readOnly
          autoComplete="off"
          hint="To change your email address, please contact support."
        />
        <SubmitButton pending={update.isPending} pendingLabel="Saving..." className="self-start">
          Save Changes
        </SubmitButton>
      </form>
    </SettingsSection>
  )
}
