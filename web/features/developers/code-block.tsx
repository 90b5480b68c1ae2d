/** Code or settings to copy. Spaces and line breaks are kept. */
export function CodeBlock({ text }: { text: string }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-control bg-sunken p-3 font-mono text-sm leading-6"
    >
      {text}
    </pre>
  )
}
