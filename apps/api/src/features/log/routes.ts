import { log } from '@muster/contract/log'
import { identityOf, organizationOf } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { addNextLink, pageOf } from '../../edge/list-page.ts'
import { handlers } from '../../edge/mount.ts'
import { withStreamedBody } from '../../edge/stream-response.ts'
import { listLog } from './list-log.ts'
import { createLogExports } from './write-csv.ts'

/** Number of entries when the call has no `limit`. */
const MOST = 200

export const logAdministration = {
  ...log,
  exportLog: withStreamedBody(log.exportLog, 'text/csv; charset=utf-8'),
}

export const logRoutes = (deps: Deps) => {
  const openExport = createLogExports(deps)
  return handlers(logAdministration, {
    listLog: async ({ request, reply, query }) => {
      const { config } = deps
      const page = pageOf(request, query) ?? { limit: MOST, after: undefined }
      const { entries, next } = await listLog(deps, organizationOf(request), { filter: query, page })
      if (next) addNextLink({ request, reply, query, config }, page, next)
      return { status: 200, body: entries }
    },

    exportLog: async ({ request, reply, query }) => {
      const asked = { org: organizationOf(request), filter: query }
      const body = await openExport(identityOf(request).user_id, asked)
      reply.header('content-disposition', 'attachment; filename="log.csv"')
      return { status: 200, body }
    },
  })
}
