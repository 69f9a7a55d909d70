import { awaitMessage, desktop, expect, expectAccessible, test } from './journey.ts'
import { addPerson, assign, planEvent } from './plan.ts'

test('an owner invites a viewer, who sees the schedule and no phone number, and is removed', async ({
  journey,
  request,
}) => {
  const phoneNumber = '+46701740699'
  const { event_id, shift_ids } = await planEvent(request, 'Skördefest', [['10:00', '14:00']])
  const [shift_id = ''] = shift_ids
  await assign(request, shift_id, await addPerson(request, 'Tyra', { phone: phoneNumber }))

  const owner = await journey.openDesk()
  const email = `viewer${Date.now()}@solsidan.example`
  await owner.goto('/organizations/members')
  await expect(owner.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible()
  await owner.getByLabel('E-mail').fill(email)
  await owner.getByLabel('Role', { exact: true }).selectOption('viewer')
  await owner.getByLabel('Language', { exact: true }).selectOption('en')
  await owner.getByRole('button', { name: 'Send invite' }).click()
  await expect(owner.getByText(`Invitation sent to ${email}`)).toBeVisible()
  await expectAccessible(owner)

  const link = /https?:\/\/\S+(\/join\/[\w-]{43})/.exec((await awaitMessage(request, email)).text)?.[1] ?? ''
  const viewer = await journey.open(desktop)
  await viewer.goto(link)
  await expect(viewer.getByText('You are invited as Viewer.')).toBeVisible()
  await expectAccessible(viewer)
  await viewer.getByLabel('Password').fill('three blue bikes in rain')
  await viewer.getByRole('button', { name: 'Create account and join' }).click()
  await expect(viewer.getByRole('heading', { level: 1, name: 'Shifts' })).toBeVisible()

  await viewer.goto(`/?event=${event_id}&shift=${shift_id}`)
  await expect(viewer.getByText('Tyra').first()).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Add shift' })).toHaveCount(0)
  expect(await viewer.content()).not.toContain('174 06 99')
  await viewer.goto('/people')
  await expect(viewer.getByText(/Tyra/).first()).toBeVisible()
  await expect(viewer.locator('a[href^="tel:"], a[href^="mailto:"]')).toHaveCount(0)

  await owner.reload()
  await owner.getByRole('button', { name: `Actions for ${email}` }).click()
  await owner.getByRole('menuitem', { name: /^Remove from/ }).click()
  await owner
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Remove from/ })
    .click()
  await expect(owner.getByText(`${email} is removed`)).toBeVisible()

  await viewer.goto('/people')
  await expect(viewer.getByRole('heading', { name: 'Create organization' })).toBeVisible()
  await owner.goto('/organizations/log?entity=member')
  await expect(owner.getByText(`removed ${email} from the members`)).toBeVisible()
  await expectAccessible(owner)
})
