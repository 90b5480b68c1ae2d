import FolderLock from 'lucide-react/icons/folder-lock'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { CurrentUser } from '#contract/accounts.ts'
import { limits } from '#contract/limits.ts'
import { ProWords } from '#web/features/billing/pro-offer.tsx'
import { counted } from '#web/features/results/post-words.ts'
import { ReadAgain } from '#web/features/site/read-again.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useAction } from '#web/use-action.ts'
import { CollectionList, collectionDeletion } from './collection-list.tsx'
import { MappingForm } from './mapping-form.tsx'
import { OwnSearch } from './own-search.tsx'
import { UploadForm } from './upload-form.tsx'
import { useOwnCollections } from './use-own-material.ts'

export function OwnMaterial({ user }: { user: CurrentUser }) {
  const own = useOwnCollections()
  const [mapping, setMapping] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = useAction(collectionDeletion)
  if (own.data === undefined) {
    if (own.error === null) return <Skeleton shape="card" className="h-64 w-full" />
    return <ReadAgain query={own} words="Your material could not be read." />
  }
  const closeForm = () => {
    // The form's buttons disappear with it.
    heading.current?.focus()
    setMapping(null)
  }
  const { collections, rows, mostRows } = own.data
  const ready = collections.filter((one) => one.state === 'ready' && one.rows > 0)
  return (
    <div className="flex flex-col gap-8">
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Card className={mapping === null ? 'min-w-0 p-5 sm:p-6' : 'min-w-0 p-5 sm:p-6 lg:col-span-2'}>
          <h2 className="text-lg font-semibold tracking-tight">Add material</h2>
          <div className="mt-4">
            {mapping === null ? (
              <UploadForm onSent={setMapping} />
            ) : (
              <MappingForm
                key={mapping}
                collectionId={mapping}
                onDone={closeForm}
                onCancel={() => {
                  remove.mutate(mapping)
                  closeForm()
                }}
              />
            )}
          </div>
        </Card>
        <Card className={mapping === null ? 'min-w-0 p-5 sm:p-6' : 'min-w-0 p-5 sm:p-6 lg:col-span-2'}>
          <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold tracking-tight outline-none">
            Your collections
          </h2>
          <p className="mt-1 mb-4 text-sm text-pretty text-ink-soft tabular-nums">
            {counted(rows, 'row')} of {counted(mostRows, 'row')} kept.{' '}
            {user.subscriptionTier === 'free' ? (
              <ProWords>
                <Link to="/subscribe" className="font-medium underline underline-offset-4">
                  Pro keeps {limits.ownRows.pro.toLocaleString('en-US')}
                </Link>
                .
              </ProWords>
            ) : null}
          </p>
          <CollectionList collections={collections} heading={heading} mapping={mapping} onMap={setMapping} />
        </Card>
      </div>
      {ready.length === 0 ? <PrivacyNote /> : <OwnSearch collections={ready} />}
    </div>
  )
}

function PrivacyNote() {
  return (
    <Callout icon={<FolderLock />}>
      Only you can see your material. It is separate from the public archive and does not appear in anybody
      else’s results, counts or briefs. The operator cannot list it. The file is deleted once its rows are
      scored. The rows are deleted with the collection or with your account.
    </Callout>
  )
}
