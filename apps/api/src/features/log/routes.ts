import { log } from '@muster/contract/log'
import type { Deps } from '../../deps.ts'
import { organizationOf } from '../../http/access.ts'
import { addNextLink, pageOf } from '../../http/list-page.ts'
import { handlers } from '../../http/mount.ts'
import { withStreamedBody } from '../../http/stream-response.ts'
import { listLog } from './list-log.ts'
import { openLogCsv } from './write-csv.ts'

/** Number of entries when the call has no `limit`. */
const MOST = 200

export const logAdministration = {
  ...log,
  exportLog: withStreamedBody(log.exportLog, 'text/csv; charset=utf-8'),
}

export const logRoutes = (deps: Deps) =>
  handlers(logAdministration, {
    listLog: async ({ request, reply, query }) => {
      const { config } = deps
      const page = pageOf(request, query) ?? { limit: MOST, after: undefined }
      const { entries, next } = await listLog(deps, organizationOf(request), { filter: query, page })
      if (next) addNextLink({ request, reply, query, config }, page, next)
      return { status: 200, body: entries }
    },

    exportLog: async ({ request, reply, query }) => {
      const body = await openLogCsv(deps, { org: organizationOf(request), filter: query })
      reply.header('content-disposition', 'attachment; filename="log.csv"')
      return { status: 200, body }
    },
  })
