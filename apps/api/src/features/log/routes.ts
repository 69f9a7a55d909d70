import { log } from '@muster/contract/log'
import type { Deps } from '../../deps.ts'
import { organizationOf } from '../../http/access.ts'
import { cutPage, pageOf } from '../../http/list-page.ts'
import { handlers } from '../../http/mount.ts'
import { listLog } from './list-log.ts'

/** Without `limit`. */
const MOST = 200

export const logRoutes = (deps: Deps) =>
  handlers(log, {
    listLog: async ({ request, reply, query }) => {
      const { config } = deps
      const page = pageOf(request, query) ?? { limit: MOST, after: undefined }
      const found = await listLog(deps, organizationOf(request), { filter: query, page })
      return { status: 200, body: cutPage({ request, reply, query, config }, page, found) }
    },
  })
