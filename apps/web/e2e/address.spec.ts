import { expect, test } from './journey.ts'
import { addPerson, assign, planEvent } from './plan.ts'

test('goes back, forward and reloads to what was looked at', async ({ journey, request }) => {
  const one = await planEvent(request, 'Ett', [
    ['08:00', '12:00'],
    ['13:00', '17:00'],
  ])
  const two = await planEvent(request, 'Två', [['09:00', '11:00']])
  await assign(request, one.shift_ids[0] ?? '', await addPerson(request, 'Ida'))
  const organiser = await journey.openDesk()
  await organiser.goto(`/?event=${one.event_id}`)
  const row = (time: string) =>
    organiser.getByRole('region', { name: 'Shifts by role' }).getByRole('button', { name: time })
  const panel = organiser.getByRole('combobox', { name: 'Add people' })
  const gaps = organiser.getByRole('button', { name: /Only gaps/ })

  await row('08:00').click()
  await expect(organiser.getByRole('list', { name: 'On this shift' })).toBeVisible()
  await row('13:00').click()
  await expect(organiser.getByText('Nobody is on this shift yet.')).toBeVisible()
  await gaps.click()
  await expect(gaps).toHaveAttribute('aria-pressed', 'true')
  await expect(organiser).toHaveURL(/show=missing/)
  await organiser.getByRole('combobox', { name: 'Event' }).selectOption({ label: two.event })
  await expect(organiser.getByRole('heading', { level: 2, name: two.event })).toBeVisible()
  await expect(panel).toHaveCount(0)
  await expect(gaps).toHaveAttribute('aria-pressed', 'false')

  await organiser.goBack()
  await expect(organiser.getByRole('heading', { level: 2, name: one.event })).toBeVisible()
  await expect(gaps).toHaveAttribute('aria-pressed', 'true')
  await expect(organiser.getByText('Nobody is on this shift yet.')).toBeVisible()
  await organiser.goBack()
  await expect(gaps).toHaveAttribute('aria-pressed', 'false')
  await organiser.goBack()
  await expect(organiser.getByRole('list', { name: 'On this shift' })).toBeVisible()
  await organiser.goBack()
  await expect(panel).toHaveCount(0)
  await organiser.goForward()
  await expect(organiser.getByRole('list', { name: 'On this shift' })).toBeVisible()

  await organiser.reload()
  await expect(organiser.getByRole('list', { name: 'On this shift' })).toBeVisible()
  const colleague = await journey.openDesk()
  await colleague.goto(organiser.url())
  await expect(colleague.getByRole('list', { name: 'On this shift' })).toBeVisible()

  await organiser
    .getByRole('combobox', { name: 'Event' })
    .selectOption({ label: 'Sommarfestivalen i parken' })
  await organiser.getByRole('group', { name: 'Day' }).getByRole('button').nth(2).click()
  await expect(organiser).toHaveURL(/day=\d{4}-\d\d-\d\d/)
  await organiser.reload()
  await expect(organiser.getByText(/^\d+ of 4\d shifts$/)).toBeVisible()
})
