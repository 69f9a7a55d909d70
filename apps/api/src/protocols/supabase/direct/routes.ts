import { direct } from '@muster/contract/direct'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { handlers, sendJson } from '../../../edge/mount.ts'
import { invalid, Refusal } from '../../../edge/refusal.ts'
import type { GetPublicEvent } from '../../../features/events/public-event.ts'
import { readPerson } from './read-person.ts'
import { readEqual, readSelect } from './read-query.ts'
import { createShiftsJson, listShifts } from './read-shifts.ts'

export const directRoutes = (deps: Deps, getEvent: GetPublicEvent) => {
  const shiftsJson = createShiftsJson()
  return handlers(direct, {
    readPerson: async ({ query, request }) => {
      const { columns } = readSelect(query.select, ['id', 'first_name', 'last_name'])
      const rows = await readPerson(deps, readEqual('query.id', query.id), columns)
      return { status: 200, body: asksForOne(request) ? onlyOne(rows) : rows }
    },

    readShifts: async ({ query, request, reply }) => {
      const filters = (['event_id', 'role.event_id'] as const).flatMap((name) => {
        const given = query[name]
        return given === undefined ? [] : [readEqual(`query.${name}`, given)]
      })
      const [event_id, ...others] = filters
      if (event_id === undefined || others.length > 0) throw invalid('query.event_id', 'not_filter')
      const select = readSelect(
        query.select,
        ['id', 'event_id', 'role_id', 'start_dt', 'end_dt', 'required_qty'],
        ['id', 'event_id'],
      )
      const answer = await getEvent(event_id)
      // A second row is enough to refuse: thousands would be written anew for each request.
      if (asksForOne(request)) return { status: 200, body: onlyOne(listShifts(answer, select, 2)) }
      return { status: 200, body: sendJson(reply, shiftsJson(answer, select)) }
    },
  })
}

/** Returns true if the client asks for the row itself, as its `single()` does. */
const asksForOne = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes('application/vnd.pgrst.object+json') ?? false

function onlyOne<Row extends object>([row, ...others]: readonly Row[]): Row {
  if (!row || others.length > 0) throw new Refusal(406, 'not_one_row')
  return row
}
