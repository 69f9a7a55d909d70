import type { APIRequestContext } from '@playwright/test'
import { countActs } from './count-acts.ts'
import { awaitMessage, expect, expectAccessibleInBoth, phone, test } from './journey.ts'
import { addPerson, assign, planEvent, uniquePhone } from './plan.ts'
import { callApi } from './session.ts'

/* D61: 27 people who were not asked are asked in at most three clicks, each in one message. */

const PEOPLE = 27

test('asks 27 people by mouse, undoes it, and asks them again', async ({ journey, request }) => {
  const { event_id, people } = await planPicks(request, PEOPLE)
  const [first] = people
  if (!first) throw new Error('nobody was added')
  const desk = await journey.openDesk()
  await desk.goto(`/?event=${event_id}`)
  const strip = desk.getByRole('region', { name: 'To do' })
  const count = countActs(desk)
  await count.click(strip.getByRole('button', { name: /^Send 27/ }))
  const dialog = desk.getByRole('dialog', { name: 'Send 27 invitations' })
  await expect(dialog.getByText(/^27 people: 27 e-mails, 1 SMS in \d parts?\. 10 s to undo\.$/)).toBeVisible()
  await expectAccessibleInBoth(desk, 'dialog')
  await count.click(dialog.getByRole('button', { name: 'Send 27 invitations' }))
  await expect(desk.getByText('27 invitations go out in 10 s')).toBeVisible()
  expect(count.report('by mouse').clicks).toBeLessThanOrEqual(3)
  await expect(strip.getByText('27 not asked yet')).toHaveCount(0)

  // A press that follows the other at once is not meant.
  await desk.waitForTimeout(500)
  await desk.getByRole('button', { name: 'Undo' }).click()
  await expect(desk.getByText('It is undone')).toBeVisible()
  await strip.getByRole('button', { name: /^Send 27/ }).click()
  await dialog.getByRole('textbox', { name: /^Your own line/ }).fill('Det blir roligt!')
  await dialog.getByRole('button', { name: 'Send 27 invitations' }).click()
  await expect(desk.getByText('27 invitations go out in 10 s')).toBeVisible()
  expect((await awaitMessage(request, first.email)).text).toContain('Det blir roligt!')
  // What was undone never leaves: each has got one e-mail.
  for (const { email } of people) await awaitMessage(request, email)
  const got = await mailsTo(request)
  for (const { email } of people) expect(got.filter((to) => to === email)).toHaveLength(1)
})

test('by keyboard alone', async ({ journey, request }) => {
  const { event_id } = await planPicks(request, 3)
  const desk = await journey.openDesk()
  await desk.goto(`/?event=${event_id}`)
  const button = desk.getByRole('region', { name: 'To do' }).getByRole('button', { name: /^Send 3/ })
  await button.focus()
  const count = countActs(desk)
  await count.press('Enter')
  const dialog = desk.getByRole('dialog', { name: 'Send 3 invitations' })
  await expect(dialog.getByRole('checkbox').first()).toBeFocused()
  await count.press('Control+Enter')
  await expect(desk.getByText('3 invitations go out in 10 s')).toBeVisible()
  const found = count.report('by keyboard')
  expect([found.clicks, found.keys]).toEqual([0, 2])
  await expect(dialog).toHaveCount(0)
})

test('on a phone, and who was asked meanwhile is not asked again', async ({ journey, request }) => {
  const { event_id, people, assignments } = await planPicks(request, 2)
  const desk = await journey.openDesk(phone)
  await desk.goto(`/?event=${event_id}`)
  await desk.getByRole('button', { name: /^Send 2/ }).click()
  const dialog = desk.getByRole('dialog', { name: 'Send 2 invitations' })
  await dialog.getByText('Preview').click()
  await expect(dialog.getByText(/^E-mail · Kan du hjälpa till\?/)).toBeVisible()
  await expectAccessibleInBoth(desk, 'dialog')
  await callApi(request, `/admin/assignments/${assignments[0]?.id}/send-invite`, {
    data: { method: 'EMAIL' },
  })
  await dialog.getByRole('button', { name: 'Send 2 invitations' }).click()
  const rest = desk.getByRole('dialog', { name: 'Send 1 invitation' })
  await expect(rest.getByText('Has been asked already')).toBeVisible()
  await expect(rest.getByRole('listitem')).toHaveCount(1)
  await expectAccessibleInBoth(desk, 'dialog')
  for (const { email } of people) await awaitMessage(request, email)
  const got = await mailsTo(request)
  for (const { email } of people) expect(got.filter((to) => to === email)).toHaveLength(1)
})

async function planPicks(request: APIRequestContext, count: number) {
  const { event_id, shift_ids } = await planEvent(request, 'Inbjudningar', [
    ['08:00', '12:00'],
    ['13:00', '17:00'],
  ])
  const people: Awaited<ReturnType<typeof addPerson>>[] = []
  const assignments: Awaited<ReturnType<typeof assign>>[] = []
  for (let at = 0; at < count; at += 1) {
    const person = await addPerson(request, 'Ida', {
      language: 'sv',
      ...(at === 0 && { phone: uniquePhone() }),
    })
    people.push(person)
    assignments.push(await assign(request, shift_ids[at % 2] ?? '', person))
  }
  return { event_id, people, assignments }
}

async function mailsTo(request: APIRequestContext): Promise<string[]> {
  const messages: { to: string }[] = await (await request.get('/dev/mailbox.json')).json()
  return messages.map(({ to }) => to)
}
