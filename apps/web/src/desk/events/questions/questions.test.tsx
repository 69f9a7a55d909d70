import type { Event } from '@muster/contract/events'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answer } from '../../../testing/answers.ts'
import { buildEvent, buildQuestion, buildRole } from '../../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../../testing/render-app.tsx'

/* D51 */

beforeEach(() => {
  answerOrganization()
  answer('shifts', 'listShifts', { shifts: [] })
  answer('broadcasts', 'listBroadcasts', [])
})

async function openQuestions(event: Event) {
  answer('events', 'listEvents', { events: [event] })
  const user = await renderApp(`/events/${event.id}/settings#questions`)
  const form = within(await screen.findByRole('form', { name: 'Sign-up, questions, reminders, contact' }))
  return { user, form, save: () => user.click(screen.getByRole('button', { name: 'Save' })) }
}

it('opens the first question that is wrong, which stays open while it is corrected', async () => {
  const event = buildEvent({ questions: [buildQuestion('Allergies?'), buildQuestion('T-shirt?')] })
  const { user, form, save } = await openQuestions(event)
  for (const name of ['Allergies?', 'T-shirt?']) {
    await user.click(form.getByRole('button', { name: `Edit ${name}` }))
    await user.clear(form.getByRole('textbox', { name: 'Question' }))
  }
  await save()
  await waitFor(() => expect(form.getByText('Write the question.')).toBeDefined())
  const field = form.getByRole('textbox', { name: 'Question' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.type(field, 'Diet?')
  expect(field).toHaveProperty('value', 'Diet?')
  expect(document.activeElement).toBe(field)

  await save()
  await waitFor(() => expect(form.getByText('Write the question.')).toBeDefined())
  await user.type(form.getByRole('textbox', { name: 'Question' }), 'Size?')
  const asked = answer('events', 'updateEvent', { ...event, version: 2 })
  await save()
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.body).toMatchObject({ questions: [{ label: 'Diet?' }, { label: 'Size?' }] })
})

it('asks nothing of a role that was removed meanwhile', async () => {
  const [entrance, kitchen] = [buildRole(), buildRole({ name: 'Kitchen' })]
  const both = buildQuestion('Driver?', { role_ids: [entrance.id, kitchen.id] })
  const only = buildQuestion('Hygiene course?', { role_ids: [kitchen.id] })
  const event = buildEvent({ roles: [entrance, kitchen], questions: [both, only] })
  const { user, form, save } = await openQuestions(event)
  await user.click(form.getByRole('button', { name: 'Edit Driver?' }))
  await user.click(form.getByRole('checkbox', { name: /^Must be answered/ }))

  await user.click(screen.getByText('Roles', { selector: 'h2' }))
  await user.click(screen.getByRole('button', { name: 'Remove Kitchen' }))
  answer('events', 'deleteRole', undefined)
  const left = { ...event, roles: [entrance], questions: [{ ...both, role_ids: [entrance.id] }], version: 2 }
  answer('events', 'listEvents', { events: [left] })
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: /^Remove/ }))
  await waitFor(() => expect(form.queryByText('Hygiene course?')).toBeNull())

  const asked = answer('events', 'updateEvent', { ...left, version: 3 })
  await save()
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.body).toMatchObject({
    questions: [{ id: both.id, required: true, role_ids: [entrance.id] }],
  })
})
