import type { Page } from '@playwright/test'
import { countActs } from './count-acts.ts'
import { deleteLater } from './delete-later.ts'
import { expect, test } from './journey.ts'
import { planEvent } from './plan.ts'
import { callApi } from './session.ts'

/* D47: last year's event is there again in at most eight clicks, as a draft. */

const HOURS = [
  ['08:00', '12:00'],
  ['12:00', '16:00'],
  ['20:00', '22:00'],
] as const

type Request = Parameters<typeof callApi>[0]

test('copies an event by mouse', async ({ journey, request }) => {
  const { event } = await planEvent(request, 'Höstmarknad', HOURS)
  const desk = await journey.openDesk()
  await desk.goto('/events')
  const count = countActs(desk)
  await count.click(menuOf(desk, event))
  await count.click(desk.getByRole('menuitem', { name: 'Duplicate' }))
  await count.click(dialogOf(desk).getByRole('button', { name: 'Duplicate event' }))
  await expectCopy(desk, request, event)
  expect(count.report('by mouse').clicks).toBeLessThanOrEqual(8)
})

test('copies an event by keyboard alone', async ({ journey, request }) => {
  const { event } = await planEvent(request, 'Vårmarknad', HOURS)
  const desk = await journey.openDesk()
  await desk.goto('/events')
  await menuOf(desk, event).focus()
  const count = countActs(desk)
  await count.press('Enter')
  await expect(desk.getByRole('menu')).toBeVisible()
  await count.type('Du')
  await expect(desk.getByRole('menuitem', { name: 'Duplicate' })).toBeFocused()
  await count.press('Enter')
  await expect(dialogOf(desk).getByRole('textbox').first()).toBeFocused()
  await count.press('Enter')
  await expectCopy(desk, request, event)
  expect(count.report('by keyboard').clicks).toBe(0)
})

const menuOf = (desk: Page, event: string) =>
  desk.getByRole('article', { name: event }).getByRole('button', { name: /^More about/ })
const dialogOf = (desk: Page) => desk.getByRole('dialog', { name: 'Duplicate event' })

async function expectCopy(desk: Page, request: Request, event: string) {
  const card = desk.getByRole('article', { name: new RegExp(`^${event} .`) })
  await expect(card.getByText('Draft')).toBeVisible()
  const href = await card.getByRole('link').first().getAttribute('href')
  const id = href?.match(/[0-9a-f-]{36}/)?.[0] ?? ''
  deleteLater(`/admin/events/${id}?notify=false`)
  const { shifts } = await callApi(request, `/admin/shifts?event_id=${id}`)
  expect(shifts).toHaveLength(HOURS.length)
}
