import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'

type AnchoredTooltipProps = { anchor: HTMLElement | null; onClose: () => void; children: ReactNode }

/** One tooltip for many anchors, shown at `anchor`. Escape closes it. */
export function AnchoredTooltip({ anchor, onClose, children }: AnchoredTooltipProps) {
  return (
    <Tooltip.Root open={anchor !== null} onOpenChange={(open) => (open ? undefined : onClose())}>
      {/* Rendered inside a landmark, so that assistive technology knows where the tooltip belongs. */}
      <Tooltip.Portal container={anchor?.closest<HTMLElement>('[role="dialog"], main')}>
        <Tooltip.Positioner anchor={anchor} side="top" sideOffset={6} className="z-40">
          <Tooltip.Popup className="pointer-events-none max-w-72 rounded-control bg-ink px-3 py-2 text-xs leading-5 font-medium text-canvas shadow-lift-high">
            {children}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
