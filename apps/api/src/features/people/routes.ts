import { people } from '@muster/contract/people'
import { contactsShownIn, organizationOf, scopeOf } from '../../access/access.ts'
import { attemptOf } from '../../access/idempotency.ts'
import type { Deps } from '../../deps.ts'
import { allowCompression } from '../../edge/compression.ts'
import { cutPage, pageOf } from '../../edge/list-page.ts'
import { handlers } from '../../edge/mount.ts'
import { forbidden } from '../../edge/refusal.ts'
import { countSentLinks } from './count-sent-links.ts'
import { exportPerson } from './export-person.ts'
import { hideContactsOfPeople } from './hide-contacts.ts'

import { readPeople } from './read-people.ts'
import { removePerson } from './remove-person.ts'
import { addPerson, changePerson } from './save-person.ts'

export const peopleRoutes = (deps: Deps) => {
  const { config } = deps
  return handlers(people, {
    listPeople: async ({ request, reply, query }) => {
      allowCompression(reply)
      const page = pageOf(request, query)
      const contacts = contactsShownIn(request)
      // Finding a person by address would reveal the address.
      if (contacts !== 'all' && query.email !== undefined) throw forbidden('role_forbidden')
      const filter = { ...query, role_ids: scopeOf(request).role_ids, by_name_only: contacts !== 'all' }
      const found = await deps.db.transaction(organizationOf(request), (tx) => readPeople(tx, filter, page))
      const shown = cutPage({ request, reply, query, config }, page, found)
      return { status: 200, body: hideContactsOfPeople(shown, contacts) }
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
