import { expect, expectAccessible, expectAccessibleInBoth, phone, test } from './journey.ts'
import { addEvent, addPerson, addRole, assign, instantAt, planEvent } from './plan.ts'
import { fillSignup } from './public-states.ts'
import { callApi } from './session.ts'

test('a volunteer agrees to the new time of a shift that moved while the form was open', async ({
  journey,
  request,
}) => {
  const { event_id, shift_ids } = await planEvent(request, 'Flyttat pass', [['10:00', '12:00']])
  const page = await journey.open(phone)
  // Without live changes the screen keeps the time of before.
  await page.routeWebSocket(/.*/, () => undefined)
  await page.goto(`/e/${event_id}/shifts/${shift_ids[0]}/signup`)
  await fillSignup(page, `moved.${Date.now()}@example.org`)
  await callApi(request, `/admin/shifts/${shift_ids[0]}`, {
    method: 'PUT',
    data: { start_dt: instantAt('14:00'), end_dt: instantAt('16:00') },
  })
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^The shift has moved/ })).toBeFocused()
  await expect(page.getByText(/^New time: .* 14:00–16:00$/)).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.getByRole('button', { name: 'The new time works: sign up' }).click()
  await expect(page.getByRole('heading', { name: /^You’re signed up/ })).toBeVisible()
  journey.expectRefusal(/\/signup/)
})

test('an event is moved onto the night when clocks go forward, and back', async ({ journey, request }) => {
  const sunday = nextClockChange()
  const saturday = dayBefore(sunday)
  const { id: event_id, name } = await addEvent(request, {
    name: `Nattvandring ${Date.now()}`,
    event_date_start: `${saturday}T00:00:00.000Z`,
    event_date_end: `${saturday}T10:00:00.000Z`,
    time_zone: 'Europe/Stockholm',
  })
  const { id: role_id } = await addRole(request, event_id, { name: 'Vakt' })
  const person = await addPerson(request, 'Maja')
  // Touching: 02:00–03:00 and 03:00–04:00.
  for (const hour of [1, 2]) {
    const times = {
      start_dt: `${saturday}T0${hour}:00:00.000Z`,
      end_dt: `${saturday}T0${hour + 1}:00:00.000Z`,
    }
    const data = { event_id, role_id, required_qty: 1, ...times }
    await assign(request, (await callApi(request, '/admin/shifts', { data })).id, person)
  }
  const readTimes = async () => {
    const { shifts } = await callApi(request, `/admin/shifts?event_id=${event_id}`, {})
    return shifts.map(({ start_dt, end_dt }: Record<'start_dt' | 'end_dt', string>) => [start_dt, end_dt])
  }
  const before = await readTimes()

  const desk = await journey.openDesk()
  const move = async (day: string, choice: string) => {
    await desk.goto('/events')
    const card = desk.getByRole('article').filter({ hasText: name })
    await card.getByRole('button', { name: 'Edit', exact: true }).click()
    await desk.getByLabel('Starts').fill(day)
    await desk.getByLabel('Start time').fill('01:00')
    await desk.getByLabel('Ends').fill(day)
    await desk.getByLabel('End time').fill('11:00')
    await desk.getByRole('radio', { name: choice }).check()
  }
  const save = async () => {
    await desk.getByRole('button', { name: 'Save event' }).click()
    await expect(desk.getByLabel('Starts')).toBeHidden()
  }
  await move(sunday, 'Move them 1 day later')
  await expect(desk.getByText(/^Vakt, .* 03:00–04:00 \(meant: 02:00–03:00\)$/)).toBeVisible()
  await expect(desk.getByText(new RegExp(`^${person.name}: Vakt, .* 03:00–04:00; Vakt`))).toBeVisible()
  await expectAccessible(desk)
  await save()
  const at = [`${sunday}T01:00:00.000Z`, `${sunday}T02:00:00.000Z`]
  expect(await readTimes()).toEqual([at, at])

  await move(saturday, 'Move them 1 day earlier')
  await save()
  expect(await readTimes()).toEqual(before)
})

/** Returns the last Sunday of the next March, when clocks in Stockholm go from 02:00 to 03:00. */
function nextClockChange(): string {
  const today = new Date()
  const day = new Date(Date.UTC(today.getUTCFullYear() + (today.getUTCMonth() >= 2 ? 1 : 0), 2, 31))
  day.setUTCDate(31 - day.getUTCDay())
  return day.toISOString().slice(0, 10)
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 24 * 60 * 60 * 1_000).toISOString().slice(0, 10)
}
