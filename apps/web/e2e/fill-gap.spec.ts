import type { Page } from '@playwright/test'
import { countActs } from './count-acts.ts'
import { expect, expectAccessible, phone, test } from './journey.ts'
import { planEvent } from './plan.ts'
import { callApi } from './session.ts'

/* D61: a gap is filled in at most three clicks. */

type Request = Parameters<typeof callApi>[0]

test('a press on an empty place, one on "Ask all", and the first yeses fill it', async ({
  journey,
  request,
}) => {
  const { event_id, shift_id } = await planGap(request)
  const desk = await journey.openDesk()
  await desk.goto(`/?event=${event_id}`)
  const count = countActs(desk)
  await count.click(desk.locator('tr[data-row] [data-kind=missing]').first())
  const card = desk.getByRole('dialog', { name: 'Who could fill this?' })
  await expect(card.getByRole('listitem')).toHaveCount(5)
  await expectAccessible(desk)
  await count.click(card.getByRole('button', { name: 'Ask all 5, first 2 yes get it' }))
  await expect(desk.getByRole('dialog', { name: '0 of 2 have said yes' })).toBeVisible()
  const found = count.report('by mouse')
  expect(found.clicks).toBeLessThanOrEqual(3)
  await expect(desk.getByText('5 asked, first yes gets it')).toBeVisible()
  await expectAccessible(desk)

  const tokens = await listTokens(request, shift_id, event_id)
  expect(await sayYes(request, tokens[0])).toBe('CONFIRMED')
  await expect(desk.getByRole('dialog', { name: '1 of 2 has said yes' })).toBeVisible()
  expect(await sayYes(request, tokens[1])).toBe('CONFIRMED')
  expect(await sayYes(request, tokens[2])).toBe('place_taken')
  await expect(desk.getByText(/ is filled by .* have been told\./)).toBeVisible()
  await expect(desk.getByRole('dialog')).toHaveCount(0)
})

test('by keyboard: asks, undoes, asks one, and goes on to the next gap', async ({ journey, request }) => {
  const { event_id } = await planGap(request)
  const desk = await journey.openDesk()
  await desk.goto(`/?event=${event_id}`)
  await desk
    .getByRole('button', { name: /^Show the people/ })
    .first()
    .focus()
  const count = countActs(desk)
  await count.press('f')
  const card = desk.getByRole('dialog', { name: 'Who could fill this?' })
  await expect(card.getByRole('listitem')).toHaveCount(5)
  await expect(card.getByRole('heading')).toBeFocused()
  await count.press('Control+Enter')
  await expect(desk.getByRole('dialog', { name: '0 of 2 have said yes' }).getByRole('heading')).toBeFocused()
  expect(count.report('by keyboard').clicks).toBe(0)
  // A press that follows the other at once is not meant.
  await desk.waitForTimeout(500)
  await desk.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(desk.getByText('It is undone')).toBeVisible()

  await card.getByRole('button', { name: /^Ask / }).first().press('Enter')
  await expect(card.getByText('1 missing')).toBeVisible()
  await desk.keyboard.press('ArrowRight')
  await expect(card.getByText('gap 2 of 2')).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(desk.getByRole('dialog')).toHaveCount(0)
  await expectFocusInList(desk)
})

test('on a phone, and asking stops', async ({ journey, request }) => {
  const { event_id } = await planGap(request)
  const desk = await journey.openDesk(phone)
  await desk.goto(`/?event=${event_id}`)
  await desk.getByRole('button', { name: 'Fill gaps' }).click()
  const card = desk.getByRole('dialog')
  await card.getByRole('button', { name: 'Ask all 5, first 2 yes get it' }).click()
  await expect(desk.getByRole('heading', { name: '0 of 2 have said yes' })).toBeVisible()
  await expectAccessible(desk)
  await card.getByRole('button', { name: 'Stop asking' }).click()
  await expect(card.getByText('5 people are told that no answer is needed.')).toBeVisible()
  await card.getByRole('button', { name: 'Stop asking' }).click()
  await expect(desk.getByRole('heading', { name: 'Who could fill this?' })).toBeVisible()
})

/** Two shifts with two gaps each; many others of the organisation are free then. */
async function planGap(request: Request) {
  const { event_id, shift_ids } = await planEvent(request, 'Luckor', [
    ['08:00', '12:00'],
    ['13:00', '17:00'],
  ])
  return { event_id, shift_id: shift_ids[0] ?? '' }
}

async function listTokens(request: Request, shift_id: string, event_id: string): Promise<string[]> {
  const { shifts } = await callApi(request, `/admin/shifts?event_id=${event_id}`)
  const asked: { id: string; assignment: { token: string }[] }[] = shifts
  return asked.find(({ id }) => id === shift_id)?.assignment.map(({ token }) => token) ?? []
}

async function sayYes(request: Request, token: string | undefined): Promise<string> {
  const answer = await request.post(`/assignment/${token}/confirm`, { data: { confirm: true } })
  const { code, status } = await answer.json()
  return code ?? status
}

async function expectFocusInList(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.activeElement?.id ?? '')).toMatch(/^open-shift-/)
}
