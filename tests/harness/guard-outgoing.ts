/** The environment of a process that may only connect to this machine. */
export const guardOutgoing = {
  NODE_OPTIONS: `--import ${new URL('./outgoing-guard.ts', import.meta.url).href}`,
}
