/** A command may run beside a running product on one DATA_DIR; a second product is refused. */
export type DatabaseRole = 'product' | 'command'
