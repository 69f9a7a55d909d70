import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import { answer, refuse } from '../../testing/answers.ts'
import { buildInvitation } from '../../testing/build-invitation.ts'
import { renderPublic } from '../../testing/render-public.tsx'

const TOKEN = 'A'.repeat(43)
const choice = () => screen.findByRole('checkbox', { name: 'Remind me 2 days before my shifts' })

async function open(given: Parameters<typeof buildInvitation>[0]) {
  answer('invitations', 'getAssignment', buildInvitation(given))
  return renderPublic(publicPaths.confirmation(TOKEN), 'en')
}

it('switches the reminders of the event off and on', async () => {
  const user = await open({ reminder_hours: 48, gets_reminders: true })
  const asked = answer('invitations', 'setReminders', { gets_reminders: false })
  expect(await choice()).toHaveProperty('checked', true)
  await user.click(await choice())
  await waitFor(() => expect(asked[0]?.body).toEqual({ on: false }))
  expect(await choice()).toHaveProperty('checked', false)
})

it('takes the choice back when it could not be saved, and says so', async () => {
  const user = await open({ reminder_hours: 48, gets_reminders: true })
  refuse('invitations', 'setReminders', { status: 503, code: 'busy', error: 'Many people are here.' })
  await user.click(await choice())
  expect(await screen.findByText('Error: Many people are here.')).toBeDefined()
  expect(await choice()).toHaveProperty('checked', true)
})

it.each([
  ['the event has none', { reminder_hours: null }],
  ['all messages are stopped', { reminder_hours: 48, messages_stopped: true }],
] as const)('is not there where %s', async (_name, given) => {
  await open(given)
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('checkbox', { name: /^Remind me/ })).toBeNull()
})

it('goes while all messages are stopped, and comes back as it was', async () => {
  const user = await open({ reminder_hours: 48, gets_reminders: true })
  const press = async (name: RegExp) => user.click(await screen.findByRole('button', { name }))
  const asked = answer('invitations', 'setReminders', { gets_reminders: false })
  await user.click(await choice())
  await waitFor(() => expect(asked).toHaveLength(1))
  answer('invitations', 'stopMessages', { messages_stopped: true })
  await press(/^Stop messages from/)
  await press(/^Stop messages$/)
  await screen.findByRole('button', { name: 'Get messages again' })
  expect(screen.queryByRole('checkbox', { name: /^Remind me/ })).toBeNull()
  answer('invitations', 'stopMessages', { messages_stopped: false })
  await press(/^Get messages again$/)
  expect(await choice()).toHaveProperty('checked', false)
})
