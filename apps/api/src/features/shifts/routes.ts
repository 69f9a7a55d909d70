import { shifts } from '@muster/contract/shifts'
import type { Deps } from '../../deps.ts'
import { organizationOf } from '../../http/access.ts'
import { handlers } from '../../http/mount.ts'
import { readSchedule, readShifts } from './read-shifts.ts'
import { removeShift } from './remove-shift.ts'
import { addShift, changeShift } from './save-shift.ts'

export const shiftRoutes = (deps: Deps) =>
  handlers(shifts, {
    listShifts: async ({ request, query: { view, event_id } }) => {
      const found = await deps.db.transaction(organizationOf(request), (tx) =>
        view === 'schedule' ? readSchedule(tx, { event_id }) : readShifts(tx, deps.keys, { event_id }),
      )
      return { status: 200, body: { shifts: found } }
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
