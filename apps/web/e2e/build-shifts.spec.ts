import type { Locator } from '@playwright/test'
import { countActs } from './count-acts.ts'
import { expect, expectAccessible, phone, test } from './journey.ts'
import { addEvent, addRole, instantAt } from './plan.ts'
import { callApi } from './session.ts'

const ROLES = ['Entré', 'Kafé', 'Parkering', 'Scen', 'Städning']

/* D46: 60 shifts over two days in five roles take at most 25 clicks and two minutes. */

test('builds a festival by mouse, and undoes it', async ({ journey, request }) => {
  const { event_id } = await planFestival(request)
  const desk = await journey.openDesk()
  await desk.goto(`/?event=${event_id}`)
  const count = countActs(desk)

  await count.click(desk.getByRole('button', { name: 'Add shift' }))
  await count.click(desk.getByText('Many at once'))
  const form = desk.getByRole('form', { name: 'Add many shifts' })
  for (const role of ROLES) await count.click(form.getByRole('button', { name: role, exact: true }))
  const [, second] = await form.getByRole('group', { name: 'Days' }).first().getByRole('button').all()
  if (second) await count.click(second)
  await count.click(form.getByLabel('From', { exact: true }))
  await count.type('8')
  await count.click(form.getByLabel('To', { exact: true }))
  await count.type('20')
  await count.type('\t')
  await expect(form.getByRole('heading', { name: '60 shifts will be added' })).toBeVisible()
  await expectAccessible(desk)
  await count.click(form.getByRole('button', { name: 'Add 60 shifts' }))
  await expect(desk.getByText(/^60 shifts added to /)).toBeVisible()
  const found = count.report('by mouse')
  expect(found.clicks).toBeLessThanOrEqual(25)
  expect(found.seconds).toBeLessThanOrEqual(120)
  expect(await countShifts(request, event_id)).toBe(60)

  // The second click of a double click is no answer.
  await desk.waitForTimeout(500)
  await desk.getByRole('button', { name: 'Undo' }).click()
  await expect(desk.getByText('It is undone')).toBeVisible()
  expect(await countShifts(request, event_id)).toBe(0)
})

test('builds a festival by keyboard alone', async ({ journey, request }) => {
  const { event_id } = await planFestival(request)
  const desk = await journey.openDesk()
  await desk.goto(`/?event=${event_id}`)
  const count = countActs(desk)
  const reach = async (wanted: Locator) => {
    while (!(await wanted.evaluate((each) => each === document.activeElement))) await count.press('Tab')
  }
  await desk.getByRole('button', { name: 'Add shift' }).focus()
  await count.press('Enter')
  await expect(desk.getByRole('button', { name: ROLES[0] ?? '', exact: true })).toBeFocused()
  await count.press('Shift+Tab')
  await count.press('ArrowRight')
  const form = desk.getByRole('form', { name: 'Add many shifts' })
  await expect(form).toBeVisible()
  for (const role of ROLES) {
    await reach(form.getByRole('button', { name: role, exact: true }))
    await count.press('Space')
  }
  await reach(form.getByRole('group', { name: 'Days' }).first().getByRole('button').nth(1))
  await count.press('Space')
  await reach(form.getByLabel('From', { exact: true }))
  await count.type('8\t20')
  await count.press('Enter')
  await expect(desk.getByText(/^60 shifts added to /)).toBeVisible()
  const found = count.report('by keyboard')
  expect(found.clicks).toBe(0)
  expect(found.seconds).toBeLessThanOrEqual(120)
  expect(await countShifts(request, event_id)).toBe(60)
})

test('pastes rows on a phone', async ({ journey, request }) => {
  const { event_id } = await planFestival(request)
  const desk = await journey.openDesk(phone)
  await desk.goto(`/?event=${event_id}`)
  await desk.getByRole('button', { name: 'Add shift' }).click()
  await desk.getByRole('menuitem', { name: 'Add shift' }).click()
  await desk.getByText('Paste rows').click()
  const form = desk.getByRole('form', { name: 'Paste rows' })
  const days = await form.getByRole('textbox').getAttribute('placeholder')
  const day = days?.split('\t')[1] ?? ''
  await form.getByRole('textbox').fill(`Kafé\t${day}\t22–02\t3\nBar\t${day}\t8–12\t1`)
  await expect(form.getByText('There is no role “Bar”.')).toBeVisible()
  await expectAccessible(desk)
  await form.getByRole('button', { name: 'Add 1 shift' }).click()
  await expect(desk.getByText(/^1 shift added to /)).toBeVisible()
  expect(await countShifts(request, event_id)).toBe(1)
})

async function planFestival(request: Parameters<typeof addEvent>[0]) {
  const { id: event_id } = await addEvent(request, {
    name: `Festival ${Date.now()}`,
    location: 'Stadsparken, Lund',
    event_date_start: instantAt('08:00', 20),
    event_date_end: instantAt('20:00', 21),
  })
  for (const name of ROLES) await addRole(request, event_id, { name })
  return { event_id }
}

async function countShifts(request: Parameters<typeof addEvent>[0], event_id: string): Promise<number> {
  const { shifts } = await callApi(request, `/admin/shifts?event_id=${event_id}`)
  return shifts.length
}
