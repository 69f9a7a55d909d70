import type { AssignmentStatus } from '@muster/contract/rules/assignment-status'
import type { Assignment } from '@muster/contract/shifts'
import { expect, it } from 'vitest'
import { buildAssignment, buildEventWithRole, buildShift } from '../../../testing/build-event.ts'
import { buildPerson } from '../../../testing/build-person.ts'
import { listHindrances } from './list-hindrances.ts'

const [asa, bo, cia] = [buildPerson(), buildPerson(), buildPerson()]
const event = buildEventWithRole()
const [role] = event.roles
const on = (person: typeof asa, status: AssignmentStatus = 'CONFIRMED') =>
  buildAssignment(status, person, { person_id: person.id })
const at = (start: string, end: string, ...assignment: Assignment[]) =>
  buildShift(event, role, {
    start_dt: `2199-06-19T${start}:00.000Z`,
    end_dt: `2199-06-19T${end}:00.000Z`,
    assignment,
  })

it('names who is on the shift and who is busy then, and nobody else', () => {
  const shift = at('10:00', '14:00', on(bo, 'DECLINED'))
  const overlapping = at('13:00', '16:00', on(asa), on(bo), on(cia, 'DECLINED'))
  const touching = at('14:00', '16:00', on(cia))
  const ids = [asa.id, bo.id, cia.id]
  expect([...listHindrances(shift, [shift, overlapping, touching], ids)]).toEqual([
    [asa.id, { kind: 'busy', with: overlapping }],
    [bo.id, { kind: 'already' }],
  ])
})
