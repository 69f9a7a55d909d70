import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, stall } from '../../testing/answers.ts'
import { buildMessage, buildPerson } from '../../testing/build-person.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

async function openMessages(history: ReturnType<typeof buildMessage>[] = []) {
  const person = buildPerson()
  answerOrganization()
  answer('people', 'listPeople', [person])
  answer('messages', 'listMessages', history)
  const user = await renderApp('/people')
  await user.click(await screen.findByRole('button', { name: 'Actions for Björn af Ekenstam' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Send message' }))
  return user
}

it('says that an SMS is being sent', async () => {
  stall('messages', 'sendSms')
  const user = await openMessages()
  await user.type(await screen.findByRole('textbox'), 'Hej')
  await user.click(screen.getByRole('button', { name: 'Send SMS' }))
  expect(await screen.findByText('Sending...')).toBeDefined()
})

it('says why a message waits, and that it is sent later', async () => {
  await openMessages([
    buildMessage({ status: 'QUEUED', failure_reason: 'The server’s own.' }),
    buildMessage({ status: 'FAILED', failure_reason: 'Gone for good.' }),
  ])
  expect(
    await screen.findByText('The server’s own. It is sent by itself as soon as it can be.'),
  ).toBeDefined()
  expect(screen.getByText('Gone for good.')).toBeDefined()
})

it('cannot be closed while an SMS is being sent, and asks nothing', async () => {
  stall('messages', 'sendSms')
  const user = await openMessages()
  await user.type(await screen.findByRole('textbox'), 'Hej')
  await user.click(screen.getByRole('button', { name: 'Send SMS' }))
  await screen.findByText('Sending...')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.getByDisplayValue('Hej')).toBeDefined()
})
