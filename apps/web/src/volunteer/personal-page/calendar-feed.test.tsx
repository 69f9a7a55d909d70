import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import { answer, refuse } from '../../testing/answers.ts'
import { buildInvitation } from '../../testing/build-invitation.ts'
import { renderPublic } from '../../testing/render-public.tsx'

const token = 'a'.repeat(43)
const feedOf = (secret: string) => ({ feed_url: `https://muster.example/calendar/feed/${secret}.ics` })

async function openPage(language: 'en' | 'sv' = 'en', given: Parameters<typeof buildInvitation>[0] = {}) {
  answer('invitations', 'getAssignment', buildInvitation(given))
  const user = await renderPublic(publicPaths.confirmation(token), language)
  await screen.findByRole('heading', { name: language === 'en' ? 'Hello Björn' : 'Hej Björn' })
  return user
}

const button = (name: string) => screen.getByRole('button', { name })

it.each([
  {
    language: 'en',
    show: 'Subscribe',
    open: 'Open in my calendar app',
    address: 'Address of the calendar',
    renew: 'Make a new address',
    renewed: 'The calendar has a new address. The old one no longer works.',
  },
  {
    language: 'sv',
    show: 'Prenumerera',
    open: 'Öppna i min kalenderapp',
    address: 'Kalenderns adress',
    renew: 'Gör en ny adress',
    renewed: 'Kalendern har en ny adress. Den gamla fungerar inte längre.',
  },
] as const)('$language: subscribes, and makes a new address', async ({ language, ...texts }) => {
  const user = await openPage(language)
  const asked = answer('invitations', 'getCalendarFeed', feedOf('one'))
  await user.click(button(texts.show))
  const link = await screen.findByRole('link', { name: texts.open })
  expect(link.getAttribute('href')).toBe('webcal://muster.example/calendar/feed/one.ics')
  await waitFor(() => expect(document.activeElement).toBe(link))
  expect(asked).toMatchObject([{ path: `/assignment/${token}/calendar-feed` }])
  expect(screen.getByLabelText(texts.address)).toHaveProperty('value', feedOf('one').feed_url)

  answer('invitations', 'renewCalendarFeed', feedOf('two'))
  await user.click(button(texts.renew))
  await waitFor(() =>
    expect(screen.getByLabelText(texts.address)).toHaveProperty('value', feedOf('two').feed_url),
  )
  expect(screen.getByText(texts.renewed).tagName).toBe('OUTPUT')
})

it('copies the address, or selects it where the browser refuses', async () => {
  const user = await openPage()
  answer('invitations', 'getCalendarFeed', feedOf('one'))
  await user.click(button('Subscribe'))
  await screen.findByLabelText('Address of the calendar')
  const write = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(button('Copy the address'))
  await screen.findByText('The address is copied')
  expect(write).toHaveBeenCalledWith(feedOf('one').feed_url)
  write.mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  await user.click(button('Copy the address'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Address of the calendar')))
})

it('says why the address could not be read', async () => {
  const user = await openPage()
  refuse('invitations', 'getCalendarFeed', { status: 503, error: 'The service is busy.' })
  await user.click(button('Subscribe'))
  expect((await screen.findByRole('alert')).textContent).toBe('Error: The service is busy.')
  answer('invitations', 'getCalendarFeed', feedOf('one'))
  await user.click(button('Subscribe'))
  await screen.findByRole('link', { name: 'Open in my calendar app' })
})

it('is not offered where no shift is to come', async () => {
  await openPage('en', { status: 'DECLINED' })
  expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull()
})

it.each([
  { language: 'en', send: 'Send me the calendar of all my events', sent: /^The address of that calendar/ },
  {
    language: 'sv',
    send: 'Skicka mig kalendern för alla mina evenemang',
    sent: /^Adressen till den kalendern/,
  },
] as const)('$language: sends the calendar of all events by e-mail', async ({ language, send, sent }) => {
  const user = await openPage(language)
  refuse('invitations', 'sendCalendarFeed', { status: 429, code: 'rate_limited', error: 'Too many.' })
  await user.click(button(send))
  expect((await screen.findByRole('alert')).textContent).toContain('Too many.')
  const asked = answer('invitations', 'sendCalendarFeed', undefined)
  await user.click(button(send))
  expect((await screen.findByText(sent)).tagName).toBe('OUTPUT')
  expect(asked).toMatchObject([{ path: `/assignment/${token}/calendar-feed/send` }])
})
