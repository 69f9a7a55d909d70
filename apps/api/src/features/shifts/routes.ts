import { shift, shifts } from '@muster/contract/shifts'
import type { Deps } from '../../deps.ts'
import { eventOf, mayHoldLinks, organizationOf } from '../../http/access.ts'
import { handlers } from '../../http/mount.ts'
import { serializeList, withSerializedBody } from '../../http/stream-response.ts'
import { readSchedule, readShifts } from './read-shifts.ts'
import { removeShift } from './remove-shift.ts'
import { addShift, changeShift } from './save-shift.ts'

export const shiftAdministration = { ...shifts, listShifts: withSerializedBody(shifts.listShifts) }

export const shiftRoutes = (deps: Deps) =>
  handlers(shiftAdministration, {
    listShifts: async ({ request, query: { view, ...given } }) => {
      const which = { ...given, event_id: eventOf(request) ?? given.event_id }
      const keys = mayHoldLinks(request) ? deps.keys : undefined
      const body = await deps.db.transaction(organizationOf(request), (tx) => {
        const found = view === 'schedule' ? readSchedule(tx, deps.now(), which) : readShifts(tx, keys, which)
        return serializeList('shifts', shift, found)
      })
      return { status: 200, body }
    },

    createShift: async ({ request, body }) => ({
      status: 201,
      body: await addShift(deps, organizationOf(request), body),
    }),

    updateShift: async ({ request, params, query, body }) => {
      const which = { id: params.id, notify: query.notify !== 'false' }
      return { status: 200, body: await changeShift(deps, organizationOf(request), which, body) }
    },

    deleteShift: async ({ request, params, query }) => {
      const which = { id: params.id, notify: query.notify !== 'false' }
      await removeShift(deps, organizationOf(request), which)
      return { status: 204, body: undefined }
    },
  })
