import { setupServer } from 'msw/node'

/** Fails the test for each request that has no handler. */
export const server = setupServer()
