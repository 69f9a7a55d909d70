import { routes } from '@muster/contract/routes'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'

/** Many pages list the events to choose from; there are none until a test answers with some. */
const noEvents = http.get(`*${routes.events.listEvents.path}`, () => HttpResponse.json({ events: [] }))

/** Fails the test for each request that has no handler. */
export const server = setupServer(noEvents)
