import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import { saveFile } from '#web/features/site/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'

type RecoveryCodesProps = { codes: readonly string[]; onClose: () => void }

/** Shows the codes this once, with ways to keep them. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      showToast({ title: 'Recovery codes copied' })
    } catch {
      showToast({
        title: 'Not copied',
        description: 'This browser does not allow it. Select the codes instead.',
        tone: 'destructive',
      })
    }
  }
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm leading-6 text-pretty">
        Keep these recovery codes somewhere safe: each replaces the app once, and they are shown only now.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1.5 rounded-control bg-sunken p-4 font-mono text-sm select-all"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-4" />
          Copy
        </Button>
        <Button
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'unmet-recovery-codes.txt')}
        >
          <Download aria-hidden="true" className="size-4" />
          Save as a file
        </Button>
        <Button variant="primary" onClick={onClose}>
          I have kept them
        </Button>
      </div>
    </div>
  )
}
