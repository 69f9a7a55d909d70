import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { chooseLanguage } from '../../i18n/language.ts'
import InviteFriend from './invite-friend.tsx'

const event = { id: '0197b0a0-0000-7000-8000-000000000001', name: 'Midsommar i parken' }
const url = `${location.origin}/e/${event.id}`

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
})

it.each([
  ['en', 'Invite a friend'],
  ['sv', 'Bjud in en vän'],
] as const)('%s: shares the public page, never the personal link', async (language, name) => {
  chooseLanguage(language)
  const share = vi.fn(async () => undefined)
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  const user = userEvent.setup()
  render(<InviteFriend event={event} />)
  await user.click(screen.getByRole('button', { name }))
  await vi.waitFor(() => expect(share).toHaveBeenCalledWith({ title: event.name, url }))
})

it('copies the link where nothing shares it', async () => {
  chooseLanguage('en')
  const user = userEvent.setup()
  render(<InviteFriend event={event} />)
  await user.click(screen.getByRole('button', { name: 'Invite a friend' }))
  expect(await screen.findByRole('button', { name: 'The link to the event is copied' })).toBeDefined()
  expect(await navigator.clipboard.readText()).toBe(url)
})
