import { direct } from '@muster/contract/direct'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { handlers } from '../../http/mount.ts'
import { invalid, Refusal } from '../../http/refusal.ts'
import type { GetPublicEvent } from '../events/public-event.ts'
import { readPerson } from './read-person.ts'
import { readEqual, readSelect } from './read-query.ts'
import { readShifts } from './read-shifts.ts'

export const directRoutes = (deps: Deps, getEvent: GetPublicEvent) =>
  handlers(direct, {
    readPerson: async ({ query, request }) => {
      const { columns } = readSelect(query.select, ['id', 'first_name', 'last_name'])
      const rows = await readPerson(deps, readEqual('query.id', query.id), columns)
      return { status: 200, body: oneOrAll(request, rows) }
    },

    readShifts: async ({ query, request }) => {
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
      return { status: 200, body: oneOrAll(request, await readShifts(getEvent, event_id, select)) }
    },
  })

/** `single()` of the client asks for the row itself. */
function oneOrAll<Row extends object>({ headers }: FastifyRequest, rows: Row[]): Row | Row[] {
  if (!headers.accept?.includes('application/vnd.pgrst.object+json')) return rows
  const [row, ...others] = rows
  if (!row || others.length > 0) throw new Refusal(406, 'not_one_row')
  return row
}
