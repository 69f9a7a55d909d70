import { people } from '@muster/contract/people'
import { contactsShownIn, mayHoldLinks, organizationOf, scopeOf } from '../../access/access.ts'
import { attemptOf } from '../../access/idempotency.ts'
import type { Deps } from '../../deps.ts'
import { allowCompression } from '../../edge/compression.ts'
import { cutPage, pageOf } from '../../edge/list-page.ts'
import { handlers } from '../../edge/mount.ts'
import { forbidden, invalid } from '../../edge/refusal.ts'
import { countSentLinks } from './count-sent-links.ts'
import { exportPerson } from './export-person.ts'
import { hideContactsOfPeople } from './hide-contacts.ts'
import { readPeople } from './read-people.ts'
import { readPerson } from './read-person.ts'
import { removePerson } from './remove-person.ts'
import { addPerson, changePerson } from './save-person.ts'

const HIDDEN_FILTERS = ['email', 'tag', 'has_email', 'event_id', 'in_event', 'answer', 'include'] as const

export const peopleRoutes = (deps: Deps) => {
  const { config } = deps
  return handlers(people, {
    listPeople: async ({ request, reply, query }) => {
      allowCompression(reply)
      const page = pageOf(request, query)
      const contacts = contactsShownIn(request)
      // Finding a person by address, tag or answer would reveal it (D69).
      if (contacts !== 'all' && HIDDEN_FILTERS.some((name) => query[name] !== undefined))
        throw forbidden('role_forbidden')
      if ((query.in_event || query.answer) && query.event_id === undefined)
        throw invalid('query.event_id', 'missing')
      const filter = { ...query, role_ids: scopeOf(request).role_ids, by_name_only: contacts !== 'all' }
      const { people: found, total } = await deps.db.transaction(organizationOf(request), (tx) =>
        readPeople(tx, filter, { page, now: deps.now() }),
      )
      if (total !== undefined) reply.header('total-count', total)
      const shown = cutPage({ request, reply, query, config }, page, found)
      return { status: 200, body: hideContactsOfPeople(shown, contacts) }
    },

    getPerson: async ({ request, params }) => {
      const keys = mayHoldLinks(request) ? deps.keys : undefined
      const read = await deps.db.transaction(organizationOf(request), (tx) => readPerson(tx, keys, params.id))
      return { status: 200, body: read }
    },

    createPerson: async ({ request, body }) => ({
      status: 201,
      body: await addPerson(deps, organizationOf(request), body, attemptOf(request, { body })),
    }),

    updatePerson: async ({ request, params, query, body }) => {
      const which = { id: params.id, notify: query.notify !== 'false' }
      return { status: 200, body: await changePerson(deps, organizationOf(request), which, body) }
    },

    getSentLinks: async ({ request, params }) => ({
      status: 200,
      body: await countSentLinks(deps, organizationOf(request), params.id),
    }),

    deletePerson: async ({ request, params, query }) => {
      const which = { id: params.id, notify: query.notify !== 'false' }
      await removePerson(deps, organizationOf(request), which)
      return { status: 204, body: undefined }
    },

    exportPerson: async ({ request, params }) => ({
      status: 200,
      body: await exportPerson(deps, organizationOf(request), params.id),
    }),
  })
}
