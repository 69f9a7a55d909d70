import { routes } from '@muster/contract/routes'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'

/** Many pages list the events to choose from; there are none until a test answers with some. */
const noEvents = http.get(`*${routes.events.listEvents.path}`, () => HttpResponse.json({ events: [] }))

/** The same of requests (D52), which every list of shifts asks for. */
const noRequests = http.get(`*${routes.requests.listRequests.path}`, () =>
  HttpResponse.json({ requests: [] }),
)

/** Fails the test for each request that has no handler. */
export const server = setupServer(noEvents, noRequests)
