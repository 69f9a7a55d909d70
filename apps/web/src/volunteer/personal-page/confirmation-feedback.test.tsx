import { routes } from '@muster/contract/routes'
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import { answer, hold, refuse } from '../../testing/answers.ts'
import { buildInvitation } from '../../testing/build-invitation.ts'
import { renderPublic } from '../../testing/render-public.tsx'
import { server } from '../../testing/server.ts'

const address = publicPaths.confirmation('a'.repeat(43))

async function openInvitation() {
  answer('invitations', 'getAssignment', buildInvitation({ status: 'INVITED' }))
  const user = await renderPublic(address)
  await screen.findByRole('button', { name: 'I’ll be there (confirm)' })
  return user
}

const alert = async () => (await screen.findByRole('alert')).textContent

describe.each([
  { status: 403, text: 'Error: This link has expired. Please contact the organizer.' },
  { status: 404, text: 'Error: This link is invalid or no longer exists.' },
])("a $status is told in the page's own sentence", ({ status, text }) => {
  const refusal = { status, code: 'x', error: 'The server’s own.' }

  it('when the link is opened', async () => {
    refuse('invitations', 'getAssignment', refusal)
    refuse('invitations', 'getOrganizer', refusal)
    await renderPublic(address)
    expect(await alert()).toContain(text)
    expect(screen.queryByText(/The server’s own/)).toBeNull()
  })

  it('when the invitation is answered', async () => {
    refuse('invitations', 'answerInvitation', refusal)
    refuse('invitations', 'getOrganizer', refusal)
    const user = await openInvitation()
    await user.click(screen.getByRole('button', { name: 'I’ll be there (confirm)' }))
    expect(await alert()).toBe(text)
  })
})

it('offers what to do about a closed link as soon as its organizer is known', async () => {
  const { organization, contact, shift } = buildInvitation()
  refuse('invitations', 'getAssignment', { status: 403, code: 'link_expired' })
  const letGo = hold('invitations', 'getOrganizer', { organization, contact, event: shift.role.event })
  await renderPublic(address)
  await screen.findByText('Error: This link has expired. Please contact the organizer.')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  letGo()
  expect(await screen.findByRole('link', { name: 'See the event' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it("shows the server's sentence for any other refusal of an answer", async () => {
  refuse('invitations', 'answerInvitation', { error: 'The server’s own.' })
  const user = await openInvitation()
  await user.click(screen.getByRole('button', { name: 'I’ll be there (confirm)' }))
  expect(await alert()).toBe('Error: The server’s own.')
})

it('says when there is no connection to open the link', async () => {
  server.use(http.get(`*${routes.invitations.getAssignment.path}`, () => HttpResponse.error()))
  await renderPublic(address)
  expect(await alert()).toContain('Failed to load assignment details. We couldn’t reach the server.')
})

it.each([
  { status: 'CONFIRMED', button: 'I’ll be there (confirm)', text: 'You have confirmed. See you there.' },
  {
    status: 'DECLINED',
    button: 'I can’t (decline)',
    text: 'You have declined. Somebody else can take the place.',
  },
] as const)('says what was answered: $status', async ({ status, button, text }) => {
  const user = await openInvitation()
  answer('invitations', 'answerInvitation', buildInvitation({ status }))
  await user.click(screen.getByRole('button', { name: button }))
  expect(await screen.findByText(text)).toBeDefined()
})

it('leads to the event and names the tab', async () => {
  const invitation = buildInvitation()
  answer('invitations', 'getAssignment', invitation)
  await renderPublic(address)
  const link = await screen.findByRole('link', { name: 'Take another shift' })
  expect(link.getAttribute('href')).toBe(publicPaths.publicEvent(invitation.shift.role.event.id))
  expect(document.title).toBe('Your shifts · Muster')
})
