/**
 * Settings of an embedded server for tests that do not check them. The product takes an eighth of the memory
 * for buffers, and preparing gigabytes at each start takes more work than the rest of the start.
 */
export const smallServer = { shared_buffers: '64MB' }
