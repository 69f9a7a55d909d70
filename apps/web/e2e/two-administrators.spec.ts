import { expect, expectAccessibleInBoth, test } from './journey.ts'
import { addPerson, instantAt, planEvent } from './plan.ts'
import { callApi } from './session.ts'

const kept = 'What you typed is still here; the rest has been read again.'

/* API calls between two steps are those of another administrator. */
test('a shift that is deleted under the cursor is said to be gone', async ({ journey, request }) => {
  const { event_id, shift_ids } = await planEvent(request, 'Två ansvariga', [
    ['08:00', '12:00'],
    ['13:00', '17:00'],
  ])
  const person = await addPerson(request, 'Ida')
  const organiser = await journey.openDesk()
  await organiser.goto(`/?event=${event_id}&shift=${shift_ids[0]}`)
  await organiser.getByRole('combobox', { name: 'Add people' }).fill(person.name)
  await organiser.getByRole('option', { name: person.name }).click()
  await organiser.keyboard.press('Escape')
  await expect(organiser.getByText('Pending save')).toBeVisible()

  await callApi(request, `/admin/shifts/${shift_ids[0]}?notify=false`, { method: 'DELETE' })
  const gone = organiser.getByRole('dialog')
  await expect(
    gone.getByText('This shift is not here: it was removed, or is not shown to you.'),
  ).toBeVisible()
  await expectAccessibleInBoth(organiser)
  await gone.getByRole('button', { name: 'Close' }).last().click()
  await expect(organiser).not.toHaveURL(/shift=/)
  const list = organiser.getByRole('region', { name: 'Shifts by role' })
  await expect(list.getByRole('button', { name: /^Show the people/ })).toHaveCount(1)
  await expect(organiser.getByText('Pending save')).toHaveCount(0)

  journey.expectRefusal(/admin\/requests/)
  await callApi(request, `/admin/events/${event_id}?notify=false`, { method: 'DELETE' })
  await expect(organiser.getByText(/^The event “Två ansvariga \d+” is no longer here/)).toBeVisible()
})

test('what is typed is kept when somebody else has saved first: shift, event, person', async ({
  journey,
  request,
}) => {
  const { event_id, event, shift_ids } = await planEvent(request, 'Två ansvariga', [['08:00', '12:00']])
  const person = await addPerson(request, 'Ida')
  const organiser = await journey.openDesk()
  const change = (path: string, data: object) => callApi(request, path, { method: 'PUT', data })

  await organiser.goto(`/?event=${event_id}&shift=${shift_ids[0]}`)
  await organiser.getByRole('button', { name: 'Edit shift' }).click()
  const needed = organiser.getByLabel('People needed')
  await needed.fill('9')
  await change(`/admin/shifts/${shift_ids[0]}?notify=false`, { end_dt: instantAt('20:00') })
  journey.expectRefusal(/admin\/shifts/)
  await organiser.getByRole('button', { name: 'Save shift' }).click()
  await expect(organiser.getByText(kept)).toBeVisible()
  await expectAccessibleInBoth(organiser)
  await expect(needed).toHaveValue('9')
  await organiser.getByRole('button', { name: 'Save shift' }).click()
  await expect(organiser.getByRole('cell', { name: '0/9' })).toBeVisible()
  await expect(organiser.getByRole('cell', { name: '08:00–20:00', exact: true })).toBeVisible()

  await organiser.getByRole('link', { name: 'Events' }).click()
  await organiser
    .getByRole('article', { name: event })
    .getByRole('button', { name: 'Edit', exact: true })
    .click()
  const place = organiser.getByLabel('Location')
  await place.fill('Domkyrkan')
  await change(`/admin/events/${event_id}`, { notes: 'Ta med handskar.' })
  journey.expectRefusal(/admin\/events/)
  await organiser.getByRole('button', { name: 'Save event' }).click()
  await expect(organiser.getByText(kept)).toBeVisible()
  await expectAccessibleInBoth(organiser)
  await expect(place).toHaveValue('Domkyrkan')
  await expect(organiser.getByLabel('Notes')).toHaveValue('Ta med handskar.')
  await organiser.getByRole('button', { name: 'Save event' }).click()
  await expect(organiser.getByRole('article', { name: event }).getByText('Domkyrkan')).toBeVisible()

  await organiser.getByRole('link', { name: 'People' }).click()
  await organiser.getByLabel('Search people').fill(person.name)
  await organiser.getByRole('button', { name: `Actions for ${person.name}` }).click()
  await organiser.getByRole('menuitem', { name: 'Edit' }).click()
  const sheet = organiser.getByRole('dialog')
  await sheet.getByLabel('Notes').fill('Kommer gärna.')
  await change(`/admin/people/${person.id}`, { child_team: 'F12' })
  journey.expectRefusal(/admin\/people/)
  await sheet.getByRole('button', { name: 'Save person' }).click()
  await expect(sheet.getByText(kept)).toBeVisible()
  await expectAccessibleInBoth(organiser)
  await expect(sheet.getByLabel('Notes')).toHaveValue('Kommer gärna.')
  await expect(sheet.getByLabel("Child's team")).toHaveValue('F12')
  await sheet.getByRole('button', { name: 'Save person' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(organiser.getByText('Kommer gärna.')).toBeVisible()
})
