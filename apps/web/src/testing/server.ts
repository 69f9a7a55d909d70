import { setupServer } from 'msw/node'

/** A request without a handler fails the test. */
export const server = setupServer()
