import { workingHours } from '@muster/contract/hours'
import { organizationOf } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { handlers } from '../../edge/mount.ts'
import { listWorkedShifts } from './queries.ts'
import { readHours } from './read-hours.ts'

export const hoursRoutes = ({ db, now }: Deps) =>
  handlers(workingHours, {
    getHours: async ({ request, query }) => ({
      status: 200,
      body: await db.transaction(organizationOf(request), (tx) => readHours(tx, query, now())),
    }),

    listWorkedShifts: async ({ request, query }) => ({
      status: 200,
      body: await db.transaction(organizationOf(request), (tx) => listWorkedShifts(tx, query, now())),
    }),
  })
