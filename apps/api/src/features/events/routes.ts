import { events } from '@muster/contract/events'
import { publicPath } from '@muster/contract/pages'
import { identityOf, organizationOf, scopeOf } from '../../access/access.ts'
import { attemptOf } from '../../access/idempotency.ts'
import type { OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import type { Deps } from '../../deps.ts'
import { allowCompression } from '../../edge/compression.ts'
import { cutPage, pageOf } from '../../edge/list-page.ts'
import { handlers } from '../../edge/mount.ts'
import { nameBatch } from '../../edge/name-batch.ts'
import { notFound } from '../../edge/refusal.ts'
import { signPreview } from '../../signing/preview-token.ts'
import { copyEvent } from './copy-event.ts'
import {
  countAwaitingOpening,
  findLastEventId,
  holdEvent,
  listRoles,
  listSignups,
  updateLastEventId,
} from './queries.ts'
import { getEvent, readEvents } from './read-events.ts'
import { removeEvent } from './remove-event.ts'
import { removeRole } from './remove-role.ts'
import { addEvent, changeEvent, renewLinkKey } from './save-event.ts'
import { addRole, changeRole, orderRoles } from './save-role.ts'

/** `GET /events/{eventId}/public` is in `public-event.ts`. */
const { getPublicEvent: _, ...administration } = events
export const eventAdministration = administration

export const eventRoutes = (deps: Deps) =>
  handlers(administration, {
    listEvents: async ({ request, reply, query }) => {
      allowCompression(reply)
      const page = pageOf(request, query)
      const found = await deps.db.transaction(organizationOf(request), (tx) =>
        readEvents(tx, deps.now(), { ...scopeOf(request), updated_since: query.updated_since }, page),
      )
      return {
        status: 200,
        body: { events: cutPage({ request, reply, query, config: deps.config }, page, found) },
      }
    },

    getEvent: async ({ request, params }) => ({
      status: 200,
      body: await deps.db.transaction(organizationOf(request), (tx) =>
        getEvent(tx, deps.now(), { ...scopeOf(request), event_id: params.id }),
      ),
    }),

    createEvent: async ({ request, body }) => ({
      status: 201,
      body: await addEvent(deps, organizationOf(request), body, attemptOf(request, { body })),
    }),

    updateEvent: async ({ request, reply, params, query, body }) => {
      const which = {
        id: params.id,
        notify: query.notify !== 'false',
        tells_texts: query.notify === 'true',
        batch_id: query.undoable && newId(),
      }
      const changed = await changeEvent(deps, organizationOf(request), which, body)
      nameBatch(reply, which.batch_id)
      return { status: 200, body: changed }
    },

    copyEvent: async ({ request, params, body }) => {
      const attempt = attemptOf(request, { params, body })
      const copy = { id: params.id, ...body }
      return { status: 201, body: await copyEvent(deps, organizationOf(request), copy, attempt) }
    },

    getEventPreview: async ({ request, params: { id } }) => {
      await deps.db.transaction(organizationOf(request), (tx) => getHeldEvent(tx, id))
      const { token, expires_at } = signPreview(deps.keys, id, deps.now())
      const preview_url = `${deps.config.public_url}${publicPath('event', { eventId: id })}?preview=${token}`
      return { status: 200, body: { preview_url, expires_at } }
    },

    renewLinkKey: async ({ request, params }) => ({
      status: 200,
      body: await renewLinkKey(deps, organizationOf(request), params.id),
    }),

    deleteEvent: async ({ request, reply, params, query }) => {
      const which = { id: params.id, notify: query.notify !== 'false', batch_id: query.undoable && newId() }
      await removeEvent(deps, organizationOf(request), which)
      nameBatch(reply, which.batch_id)
      return { status: 204, body: undefined }
    },

    listSignups: async ({ request, params: { id } }) => {
      const body = await deps.db.transaction(organizationOf(request), async (tx) => {
        await getHeldEvent(tx, id)
        const days = await listSignups(tx, { ...scopeOf(request), event_id: id })
        return { days, await_opening: await countAwaitingOpening(tx, id) }
      })
      return { status: 200, body }
    },

    listRoles: async ({ request, params }) => {
      const roles = await deps.db.transaction(organizationOf(request), async (tx) => {
        await getHeldEvent(tx, params.id)
        return listRoles(tx, { ...scopeOf(request), event_id: params.id })
      })
      return { status: 200, body: { roles } }
    },

    createRole: async ({ request, params, body }) => {
      const attempt = attemptOf(request, { params, body })
      const role = { event_id: params.id, ...body }
      return { status: 201, body: await addRole(deps, organizationOf(request), role, attempt) }
    },

    updateRole: async ({ request, params, query, body }) => {
      const which = { event_id: params.id, id: params.roleId, tells_texts: query.notify === 'true' }
      return { status: 200, body: await changeRole(deps, organizationOf(request), which, body) }
    },

    deleteRole: async ({ request, params, query }) => {
      const which = { event_id: params.id, id: params.roleId, notify: query.notify !== 'false' }
      await removeRole(deps, organizationOf(request), which)
      return { status: 204, body: undefined }
    },

    orderRoles: async ({ request, params, body: { role_ids } }) => {
      const order = { event_id: params.id, role_ids }
      return { status: 200, body: { roles: await orderRoles(deps, organizationOf(request), order) } }
    },

    getLastEvent: async ({ request }) => ({
      status: 200,
      body: {
        last_event_id: await deps.db.transaction(organizationOf(request), (tx) =>
          findLastEventId(tx, identityOf(request).user_id),
        ),
      },
    }),

    setLastEvent: async ({ request, body: { event_id } }) => {
      await deps.db.transaction(organizationOf(request), async (tx) => {
        if (event_id !== null) await getHeldEvent(tx, event_id)
        await updateLastEventId(tx, identityOf(request).user_id, event_id)
      })
      return { status: 204, body: undefined }
    },
  })

async function getHeldEvent(tx: OrgTx, id: string): Promise<void> {
  if (!(await holdEvent(tx, id))) throw notFound('event_not_found')
}
