import { clsx } from 'clsx'
import { useState } from 'react'

type AvatarProps = { letter: string; imageUrl: string | null; className?: string }

/** A person's picture, or their letter where there is none. The name is beside it as text. */
export function Avatar({ letter, imageUrl, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const shape = clsx('shrink-0 rounded-full', className)
  if (imageUrl !== null && imageUrl !== broken) {
    return <img src={imageUrl} alt="" className={shape} onError={() => setBroken(imageUrl)} />
  }
  return (
    <span
      aria-hidden="true"
      className={clsx('grid place-items-center bg-accent font-semibold text-on-accent select-none', shape)}
    >
      {letter}
    </span>
  )
}
