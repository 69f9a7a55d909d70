import { deletions } from '@muster/contract/deletions'
import { DELETIONS_KEPT_DAYS } from '@muster/contract/rules/deleted-kind'
import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import { organizationOf, scopeOf } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { cutPage, pageOf } from '../../edge/list-page.ts'
import { handlers } from '../../edge/mount.ts'
import { invalid } from '../../edge/refusal.ts'
import { listDeletions } from './queries.ts'

export const deletionRoutes = ({ db, now, config }: Deps) =>
  handlers(deletions, {
    listDeletions: async ({ request, reply, query }) => {
      const { since } = query
      if (Date.parse(since) < Date.parse(addMs(now(), -DELETIONS_KEPT_DAYS * DAY_MS)))
        throw invalid('query.since', 'too_long_ago')
      const page = pageOf(request, query)
      const { event_id = query.event_id } = scopeOf(request)
      const found = await db.transaction(organizationOf(request), (tx) =>
        listDeletions(tx, { since, event_id }, page),
      )
      return { status: 200, body: cutPage({ request, reply, query, config }, page, found) }
    },
  })
