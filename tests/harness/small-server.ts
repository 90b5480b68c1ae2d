/**
 * Settings of an embedded server for tests that do not check them. By default the product's buffers take an
 * eighth of the memory, and preparing them is most of the work of a start.
 */
export const smallServer = { shared_buffers: '64MB' }
