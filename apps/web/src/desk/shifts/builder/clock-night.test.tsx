import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer } from '../../../testing/answers.ts'
import { buildEventWithRole } from '../../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../../testing/render-app.tsx'
import { setWidth } from '../../../testing/set-width.ts'

it.each([
  ['2027-10-30', '5 h that night'],
  ['2027-03-27', '3 h that night'],
])('D25: names the length that the night of %s makes', async (day, words) => {
  const event = buildEventWithRole({
    event_date_start: `${day}T20:00:00.000Z`,
    event_date_end: `${day}T23:00:00.000Z`,
  })
  answerOrganization()
  answer('people', 'listPeople', [])
  answer('events', 'listEvents', { events: [event] })
  answer('shifts', 'listShifts', { shifts: [] })
  setWidth(1280)
  const user = await renderApp('/')
  await user.click(await screen.findByRole('button', { name: 'Add shift' }))
  await user.click(await screen.findByRole('radio', { name: 'Many at once' }))
  const form = within(await screen.findByRole('form', { name: 'Add many shifts' }))
  await user.clear(form.getByLabelText('To'))
  await user.type(form.getByLabelText('To'), '6{Tab}')
  await user.clear(form.getByLabelText('From'))
  await user.type(form.getByLabelText('From'), '22{Tab}')
  await user.selectOptions(form.getByLabelText('Each shift lasts'), '240')
  const notes = form
    .getAllByText(/that night/)
    .map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))
  expect(notes).toEqual([words])
})
