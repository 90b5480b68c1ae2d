/** The environment of a process that may connect to this machine alone. */
export const guardOutgoing = {
  NODE_OPTIONS: `--import ${new URL('./outgoing-guard.ts', import.meta.url).href}`,
}
