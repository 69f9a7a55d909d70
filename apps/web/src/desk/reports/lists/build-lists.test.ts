import { expect, it } from 'vitest'
import { buildAssignment, buildEventWithRole, buildRole, buildShift } from '../../../testing/build-event.ts'
import { buildPersonLists, buildSignInSheets, listShifts } from './build-lists.ts'

const now = '2026-01-01T00:00:00.000Z'
const anna = buildAssignment('CONFIRMED', { first_name: 'Anna', last_name: 'Berg' })
const asked = {
  ...buildAssignment('INVITED', { first_name: 'Åsa', last_name: 'Öberg' }),
  invite_sent_at: '2025-12-31T00:00:00.000Z',
}
const picked = {
  ...buildAssignment('INVITED', { first_name: 'Bo', last_name: 'Al' }),
  invite_sent_at: null,
  invite_sent: false,
}
const declined = buildAssignment('DECLINED', { first_name: 'Never', last_name: 'Shown' })
const first = buildEventWithRole({ time_zone: 'Europe/Stockholm' })
const [entrance] = first.roles
const kitchen = buildRole({ event_id: first.id, name: 'Kitchen' })
const event = { ...first, roles: [kitchen, entrance] }
const build = (role: typeof kitchen, start_dt: string, assignment: (typeof anna)[] = []) =>
  buildShift(event, role, {
    start_dt,
    end_dt: new Date(Date.parse(start_dt) + 4 * 3_600_000).toISOString(),
    assignment,
  })
const night = build(entrance, '2199-06-21T20:00:00.000Z', [anna])
const after = build(entrance, '2199-06-21T22:30:00.000Z', [asked]) // 00:30 on the 22nd
const lunch = build(kitchen, '2199-06-21T10:00:00.000Z', [picked, declined, anna, asked])
const list = (filter: { role_id?: string; day?: string } = {}) =>
  listShifts({
    event,
    shifts: [after, lunch, night],
    filter: { role_id: undefined, day: undefined, ...filter },
    language: 'sv',
    now,
  })

it('makes a sheet for each role and day, in the order of the roles, a night on the day on which it begins', () => {
  expect(
    buildSignInSheets(event, list()).map(({ role, day, shifts }) => [
      role.name,
      day,
      shifts.map(({ id }) => id),
    ]),
  ).toEqual([
    ['Kitchen', '2199-06-21', [lunch.id]],
    [entrance.name, '2199-06-21', [night.id]],
    [entrance.name, '2199-06-22', [after.id]],
  ])
})

it('lists who has confirmed or not answered, by name, and no others', () => {
  const [shift] = list({ role_id: kitchen.id })
  expect(shift?.people.map(({ first_name, state }) => [first_name, state])).toEqual([
    ['Anna', 'confirmed'],
    ['Bo', 'not_asked'],
    ['Åsa', 'asked'],
  ])
})

it('filters by day', () => {
  expect(list({ day: '2199-06-22' }).map(({ id }) => id)).toEqual([after.id])
})

it('lists the shifts of each person by start', () => {
  expect(
    buildPersonLists(list(), 'sv').map(({ person, shifts }) => [
      person.first_name,
      shifts.map(({ id }) => id),
    ]),
  ).toEqual([
    ['Anna', [lunch.id, night.id]],
    ['Bo', [lunch.id]],
    ['Åsa', [lunch.id, after.id]],
  ])
})
