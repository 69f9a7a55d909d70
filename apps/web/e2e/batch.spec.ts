import type { APIRequestContext, Page } from '@playwright/test'
import { countActs } from './count-acts.ts'
import { awaitMessage, expect, expectAccessible, test } from './journey.ts'
import { tabTo } from './keyboard.ts'
import { addEvent, addPerson, addRole, addShift, assign, instantAt } from './plan.ts'
import { callApi } from './session.ts'

const HOURS = ['08:00', '10:00', '12:00', '14:00', '16:00', '18:00', '20:00'] as const
const ROLES = ['Entré', 'Kafé']

/* D46: what is done to many shifts takes a few clicks, and nobody hears of what is undone. */

test('moves twelve shifts by mouse, undoes it, and removes and copies them', async ({ journey, request }) => {
  const { event_id, person, shift_id } = await planDay(request)
  const desk = await journey.openDesk()
  await desk.goto(`/?event=${event_id}`)
  const bar = desk.getByRole('toolbar', { name: '12 shifts selected' })
  const starts = await startsOf(request, event_id)
  const tickAll = async (count: ReturnType<typeof countActs>) => {
    for (const role of ROLES)
      await count.click(desk.getByRole('checkbox', { name: `Select ${role}`, exact: true }))
  }

  const moving = countActs(desk)
  await tickAll(moving)
  await moving.click(bar.getByRole('button', { name: 'Move by…' }))
  await moving.click(desk.getByRole('button', { name: '+1 h' }))
  await expect(desk.getByText(/1 confirmed is asked whether the new time works/)).toBeVisible()
  await expectAccessible(desk)
  await moving.click(desk.getByRole('button', { name: 'Move 12 shifts' }))
  await expect(desk.getByText('12 shifts are moved')).toBeVisible()
  expect(moving.report('move by mouse').clicks).toBeLessThanOrEqual(5)
  expect(await startsOf(request, event_id)).toEqual(starts.map((start) => start + 3_600_000))

  await undo(desk)
  expect(await startsOf(request, event_id)).toEqual(starts)
  // A later message has arrived, so one about the move would have arrived before it.
  const other = await addPerson(request, 'Ulla')
  const { id } = await assign(request, shift_id, other)
  await callApi(request, `/admin/assignments/${id}/send-invite`, { data: { method: 'EMAIL' } })
  await awaitMessage(request, other.email)
  expect(await messagesTo(request, person.email)).toBe(0)

  const copying = countActs(desk)
  await copying.click(desk.getByRole('button', { name: 'By time' }))
  await copying.click(desk.getByRole('button', { name: /^Copy .*…$/ }).first())
  await copying.click(desk.getByRole('button', { name: 'Copy 12 shifts' }))
  await expect(desk.getByText('12 shifts are copied')).toBeVisible()
  expect(copying.report('copy a day by mouse').clicks).toBeLessThanOrEqual(3)
  expect(await startsOf(request, event_id)).toEqual(
    [...starts, ...starts.map((start) => start + 24 * 3_600_000)].toSorted((a, b) => a - b),
  )
  await undo(desk)
  expect(await startsOf(request, event_id)).toEqual(starts)

  await desk.getByRole('button', { name: 'By role' }).click()
  const removing = countActs(desk)
  await tickAll(removing)
  await removing.click(bar.getByRole('button', { name: 'Delete' }))
  await expectAccessible(desk)
  await removing.click(desk.getByRole('button', { name: 'Remove 12 shifts' }))
  await expect(desk.getByText('12 shifts are removed')).toBeVisible()
  expect(removing.report('remove by mouse').clicks).toBeLessThanOrEqual(4)
  expect(await startsOf(request, event_id)).toEqual([])
})

test('moves twelve shifts by keyboard alone, and one on the timeline', async ({ journey, request }) => {
  const { event_id } = await planDay(request)
  const desk = await journey.openDesk()
  await desk.goto(`/?event=${event_id}`)
  const starts = await startsOf(request, event_id)
  const count = countActs(desk)
  await expect(desk.getByRole('table')).toBeVisible()
  await count.press('j')
  for (let row = 1; row < 12; row += 1) await count.press('Shift+J')
  await expect(desk.getByRole('toolbar', { name: '12 shifts selected' })).toBeVisible()
  await tabTo(desk, desk.getByRole('button', { name: 'Move by…' }))
  await count.press('Enter')
  await tabTo(desk, desk.getByRole('button', { name: '+1 h' }))
  await count.press('Space')
  await expect(desk.getByText(/1 confirmed is asked/)).toBeVisible()
  await tabTo(desk, desk.getByRole('button', { name: 'Move 12 shifts' }))
  await count.press('Enter')
  await expect(desk.getByText('12 shifts are moved')).toBeVisible()
  expect(count.report('move by keyboard').clicks).toBe(0)
  expect(await startsOf(request, event_id)).toEqual(starts.map((start) => start + 3_600_000))

  await count.press('3')
  const block = desk.getByRole('button', { name: /^Kafé, 09:00–11:00/ })
  await block.focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight']) await desk.keyboard.press(key)
  await desk.keyboard.press('Escape')
  await expect(block).toBeVisible()
  for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight', 'Enter']) await desk.keyboard.press(key)
  await expect(desk.getByText('The shift is moved')).toBeVisible()
  await expect(desk.getByRole('button', { name: /^Kafé, 09:30–11:45/ })).toBeFocused()
})

test('drags on the timeline: a new shift, a move that asks, and a copy', async ({ journey, request }) => {
  const { event_id } = await planDay(request)
  const desk = await journey.openDesk()
  await desk.goto(`/?event=${event_id}&view=timeline`)
  const first = desk.getByRole('button', { name: /^Entré, 08:00–10:00/ })
  await drag(desk, first)
  const popup = desk.getByRole('dialog', { name: 'Move the shift' })
  await expect(popup.getByText(/1 confirmed/)).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(first).toBeVisible()

  const free = desk.getByRole('button', { name: /^Kafé, 08:00–10:00/ })
  await desk.keyboard.down('Alt')
  await drag(desk, free)
  await desk.keyboard.up('Alt')
  await expect(desk.getByText('The shift is copied')).toBeVisible()
  expect(await startsOf(request, event_id)).toHaveLength(13)
})

test('a block dragged to another lane gets its role, and its people are told', async ({
  journey,
  request,
}) => {
  const { event_id } = await planDay(request)
  const desk = await journey.openDesk()
  await desk.goto(`/?event=${event_id}&view=timeline`)
  const lane = desk.getByRole('group', { name: 'Kafé' })
  await dragTo(desk, desk.getByRole('button', { name: /^Entré, 08:00–10:00/ }), lane)
  const popup = desk.getByRole('dialog', { name: 'Move the shift' })
  await expect(popup.getByRole('row', { name: /Entré Kafé/ })).toBeVisible()
  await expect(popup.getByText(/1 confirmed/)).toBeVisible()
  await popup.getByRole('button', { name: 'Move 1 shift' }).click()
  await expect(desk.getByText('1 shift is moved')).toBeVisible()
  await expect(lane.getByRole('button', { name: /^Kafé, 08:00–10:00/ })).toHaveCount(2)
})

/** A press is ignored while it may be the second one of a double click. */
async function undo(page: Page) {
  await expect(async () => {
    await page.getByRole('button', { name: 'Undo' }).click({ timeout: 1_000 })
    await expect(page.getByText('It is undone')).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await expect(page.getByText('It is undone')).toBeHidden()
}

async function drag(page: Page, block: ReturnType<Page['getByRole']>) {
  const box = await block.boundingBox()
  if (!box) throw new Error('no block')
  const [x, y] = [box.x + box.width / 2, box.y + 10]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + box.width / 2, y, { steps: 5 })
  await page.mouse.up()
}

/** Two roles with six shifts each on the first of two days. Somebody is confirmed on the first one. */
async function planDay(request: APIRequestContext) {
  const { id: event_id } = await addEvent(request, {
    name: `Marknad ${Date.now()}`,
    event_date_start: instantAt('07:00', 20),
    event_date_end: instantAt('22:00', 21),
  })
  const shift_ids: string[] = []
  for (const name of ROLES) {
    const { id: role_id } = await addRole(request, event_id, { name })
    for (const [at, start] of HOURS.slice(0, -1).entries()) {
      const hours = [start, HOURS[at + 1] ?? start] as const
      shift_ids.push((await addShift(request, { event_id, role_id, hours, days: 20, required_qty: 2 })).id)
    }
  }
  const [shift_id = ''] = shift_ids
  const person = await addPerson(request, 'Siv')
  const { id } = await assign(request, shift_id, person)
  await callApi(request, `/admin/assignments/${id}`, { method: 'PATCH', data: { status: 'CONFIRMED' } })
  return { event_id, person, shift_id }
}

async function startsOf(request: APIRequestContext, event_id: string): Promise<number[]> {
  const { shifts }: { shifts: { start_dt: string }[] } = await callApi(
    request,
    `/admin/shifts?event_id=${event_id}`,
  )
  return shifts.map(({ start_dt }) => Date.parse(start_dt)).toSorted((a, b) => a - b)
}

async function messagesTo(request: APIRequestContext, to: string): Promise<number> {
  const messages: { to: string }[] = await (await request.get('/dev/mailbox.json')).json()
  return messages.filter((message) => message.to === to).length
}

async function dragTo(page: Page, block: ReturnType<Page['getByRole']>, lane: ReturnType<Page['getByRole']>) {
  const [from, to] = [await block.boundingBox(), await lane.boundingBox()]
  if (!from || !to) throw new Error('no block, or no lane')
  const x = from.x + from.width / 2
  await page.mouse.move(x, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(x, to.y + to.height / 2, { steps: 5 })
  await page.mouse.up()
}
