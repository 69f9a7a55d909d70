import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { answer, refuse } from '../../testing/answers.ts'
import { buildMessage, buildPerson } from '../../testing/build-person.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import type { ConnectThread } from './thread-connection.ts'

type Followed = Parameters<ConnectThread>[0]

/** Replaces the provider's client. */
const fake = vi.hoisted((): { followed: Followed[]; loaded: number; close: number } => ({
  followed: [],
  loaded: 0,
  close: 0,
}))
vi.mock('./twilio-thread.ts', () => {
  fake.loaded++
  const connectThread: ConnectThread = (thread) => {
    fake.followed.push(thread)
    return {
      close: () => {
        fake.close++
      },
    }
  }
  return { connectThread }
})

const bjorn = buildPerson()
const question = buildMessage({ body_text: 'Kan du?', status: 'SENT' })
const before = buildMessage({
  direction: 'INBOUND',
  body_text: 'Hej!',
  created_at: '2026-05-01T10:00:00.000Z',
})
const OPENED = {
  available: true,
  conversation_sid: 'CH1',
  token: 'first',
  expires_at: '2026-05-02T15:00:00.000Z',
} as const

beforeEach(() => {
  fake.followed.length = 0
  fake.close = 0
  answerOrganization()
  answer('people', 'listPeople', [bjorn])
  answer('messages', 'listMessages', [question, before])
})

async function openMessages(language: 'en' | 'sv' = 'en') {
  const user = await renderApp('/people', { language })
  const words = language === 'en' ? ['Actions for', 'Send message'] : ['Åtgärder för', 'Skicka meddelande']
  await user.click(await screen.findByRole('button', { name: `${words[0]} Björn af Ekenstam` }))
  await user.click(await screen.findByRole('menuitem', { name: words[1] ?? '' }))
  return user
}

async function followed(): Promise<Followed> {
  await waitFor(() => expect(fake.followed).toHaveLength(1))
  const [thread] = fake.followed
  if (!thread) throw new Error('nothing is followed')
  return thread
}

const rowTexts = () =>
  within(screen.getByRole('dialog'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[3]?.textContent)

// These tests are first, because a loaded module stays loaded.
it('loads nothing of the provider’s where there is no thread', async () => {
  const asked = answer('messages', 'openThread', { available: false })
  await openMessages()
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(within(screen.getByRole('dialog')).queryByText(/answers/i)).toBeNull()
  expect(fake.loaded).toBe(0)
})

it('does not ask about somebody who has never written', async () => {
  const asked = answer('messages', 'openThread', { available: false })
  answer('messages', 'listMessages', [question])
  await openMessages()
  expect(await screen.findByText('Kan du?')).toBeDefined()
  expect(asked).toEqual([])
})

it('says so too when the thread could not be opened', async () => {
  refuse('messages', 'openThread', { status: 503 })
  await openMessages()
  expect(await screen.findByText(/^The conversation is not connected/)).toBeDefined()
  expect(rowTexts()).toEqual(['Kan du?', 'Hej!'])
  expect(fake.loaded).toBe(0)
})

it('shows an answer as it comes, once, and what became of ours', async () => {
  const asked = answer('messages', 'openThread', OPENED)
  const user = await openMessages()
  const thread = await followed()
  expect(asked[0]?.path).toBe(`/admin/people/${bjorn.id}/thread`)
  expect(thread).toMatchObject({ conversation_sid: 'CH1', token: 'first' })
  expect(screen.getByText('Connecting to the conversation...')).toBeDefined()
  act(() => thread.onState('connected'))
  expect(screen.getByText('Answers appear here as they come.')).toBeDefined()

  const written_at = new Date().toISOString()
  act(() => thread.onMessage({ sid: 'IM1', text: 'Ja, jag kommer', written_at }))
  expect(rowTexts()).toEqual(['Ja, jag kommer', 'Kan du?', 'Hej!'])
  act(() => thread.onStatus({ message_id: question.id, event: 'delivered' }))
  expect(screen.getByText('Delivered')).toBeDefined()

  await user.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body)
  await waitFor(() => expect(fake.close).toBe(1))
})

it('renews the token while the dialog is open', async () => {
  answer('messages', 'openThread', OPENED)
  await openMessages()
  const thread = await followed()
  answer('messages', 'openThread', { ...OPENED, token: 'second' })
  expect(await thread.renewToken()).toBe('second')
  answer('messages', 'openThread', { available: false })
  await expect(thread.renewToken()).rejects.toThrow()
})

it.each([
  ['en', 'The conversation is not connected.'],
  ['sv', 'Konversationen är inte ansluten.'],
] as const)('falls back to the history and says so: %s', async (language, text) => {
  answer('messages', 'openThread', OPENED)
  await openMessages(language)
  const thread = await followed()
  act(() => thread.onState('lost'))
  expect(screen.getByText(new RegExp(`^${text}`))).toBeDefined()
  expect(rowTexts()).toEqual(['Kan du?', 'Hej!'])
})
