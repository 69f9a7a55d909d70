import { setupServer } from 'msw/node'

/** The api of a test, one handler per call: `server.use(http.get(…))`. What no handler answers fails the test. */
export const server = setupServer()
