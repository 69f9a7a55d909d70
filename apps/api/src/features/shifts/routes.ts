import { batchPreview, shift, shifts } from '@muster/contract/shifts'
import { contactsShownIn, mayHoldLinks, organizationOf, scopeOf } from '../../access/access.ts'
import { attemptOf } from '../../access/idempotency.ts'
import type { Deps } from '../../deps.ts'
import { allowCompression } from '../../edge/compression.ts'
import { cutPage, pageOf } from '../../edge/list-page.ts'
import { handlers } from '../../edge/mount.ts'
import { serializeList, withSerializedBody } from '../../edge/stream-response.ts'
import { showShift } from '../assignments/show-assignment.ts'
import { previewBatch } from './preview-batch.ts'
import { listShifts } from './queries.ts'
import { readSchedule, readShifts } from './read-shifts.ts'
import { saveBatch } from './save-batch.ts'
import { addShift, changeShift, removeShift } from './save-shift.ts'

export const shiftAdministration = {
  ...shifts,
  listShifts: withSerializedBody(shifts.listShifts),
  saveBatch: withSerializedBody(shifts.saveBatch),
}

export const shiftRoutes = (deps: Deps) =>
  handlers(shiftAdministration, {
    listShifts: async ({ request, reply, query }) => {
      const { view, person_id, role_id, updated_since } = query
      // Other answers may contain personal links, which must not be compressed.
      if (view === 'schedule') allowCompression(reply)
      const page = pageOf(request, query)
      const { event_id = query.event_id, role_ids: led } = scopeOf(request)
      const named = role_id === undefined ? undefined : [role_id]
      const role_ids = led && named ? named.filter((id) => led.includes(id)) : (named ?? led)
      const which = { person_id, event_id, role_ids, updated_since }
      const contacts = contactsShownIn(request)
      const keys = mayHoldLinks(request) ? deps.keys : undefined
      const body = await deps.db.transaction(organizationOf(request), async (tx) => {
        const found = await listShifts(tx, which, page)
        const shown = cutPage({ request, reply, query, config: deps.config }, page, found)
        const read =
          view === 'schedule'
            ? readSchedule(tx, { now: deps.now(), contacts }, shown)
            : readShifts(tx, { keys, contacts }, shown)
        return serializeList('shifts', shift, read)
      })
      return { status: 200, body }
    },

    createShift: async ({ request, body }) => ({
      status: 201,
      body: await addShift(deps, organizationOf(request), body, attemptOf(request, { body })),
    }),

    saveBatch: async ({ request, body }) => {
      const org = organizationOf(request)
      if (body.dry_run) {
        const preview = await previewBatch(deps, org, body, scopeOf(request).event_id)
        return { status: 200, body: Buffer.from(JSON.stringify(batchPreview.parse(preview))) }
      }
      const contacts = contactsShownIn(request)
      const keys = mayHoldLinks(request) ? deps.keys : undefined
      const saved = await saveBatch(
        deps,
        org,
        body,
        (tx, { shifts: found, ...rest }) =>
          serializeList('shifts', shift, readShifts(tx, { keys, contacts }, found), rest),
        attemptOf(request, { body }),
      )
      return { status: 200, body: saved }
    },

    updateShift: async ({ request, params, query, body }) => {
      const which = { id: params.id, notify: query.notify !== 'false' }
      const changed = await changeShift(deps, organizationOf(request), which, body)
      return { status: 200, body: showShift(request, changed) }
    },

    deleteShift: async ({ request, params, query }) => {
      const which = { id: params.id, notify: query.notify !== 'false' }
      await removeShift(deps, organizationOf(request), which)
      return { status: 204, body: undefined }
    },
  })
