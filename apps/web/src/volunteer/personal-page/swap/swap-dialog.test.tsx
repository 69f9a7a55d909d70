import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { publicPaths } from '../../../public-paths.ts'
import { answer, refuse } from '../../../testing/answers.ts'
import { buildInvitation } from '../../../testing/build-invitation.ts'
import { renderPublic } from '../../../testing/render-public.tsx'

/* D58 */

const token = 'a'.repeat(43)
const url = `https://muster.example/swap/${'b'.repeat(43)}`
const free = buildInvitation({ swap: { url: null } })
const looking = buildInvitation({ swap: { url } })

async function open(invitation = free, name = 'Find a replacement') {
  answer('invitations', 'getAssignment', invitation)
  const user = await renderPublic(publicPaths.confirmation(token))
  await user.click(await screen.findByRole('button', { name }))
  return user
}
const dialog = async () => within(await screen.findByRole('dialog'))

it('makes a link, and shows a message with it to copy', async () => {
  const user = await open()
  const asked = answer('swap', 'openSwap', looking)
  await user.click((await dialog()).getByRole('button', { name: 'Make a link' }))
  const message = await (await dialog()).findByLabelText<HTMLTextAreaElement>('Message to send')
  expect(message.value).toMatch(/^Can you take my shift\? Entrance, .*Midsommar i parken.*/)
  expect(message.value).toContain(url)
  expect(asked).toHaveLength(1)
  await user.click((await dialog()).getByRole('button', { name: 'Copy the message' }))
  await (await dialog()).findByRole('button', { name: 'The message is copied' })
  expect(await navigator.clipboard.readText()).toBe(message.value)
})

it('shares the message where the browser can', async () => {
  const share = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', Object.assign(navigator, { share }))
  const user = await open(looking, 'Link for the replacement')
  await user.click((await dialog()).getByRole('button', { name: 'Share' }))
  expect(share).toHaveBeenCalledWith({ text: expect.stringContaining(url) })
  Reflect.deleteProperty(navigator, 'share')
})

it('withdraws the link', async () => {
  const user = await open(looking, 'Link for the replacement')
  const asked = answer('swap', 'closeSwap', free)
  await user.click((await dialog()).getByRole('button', { name: 'Withdraw the link' }))
  await (await dialog()).findByRole('button', { name: 'Make a link' })
  expect(asked).toHaveLength(1)
})

it('says why no link can be made', async () => {
  const user = await open()
  const error = 'This place cannot be handed over. Please contact the organizer.'
  refuse('swap', 'openSwap', { status: 409, code: 'swap_not_possible', error })
  await user.click((await dialog()).getByRole('button', { name: 'Make a link' }))
  expect((await (await dialog()).findByRole('alert')).textContent).toContain(error)
})

it.each([
  ['is looked for', looking, 'Looking for a replacement'],
  ['has been found', buildInvitation({ status: 'DECLINED', handed_over: true }), 'handed over'],
])('says on the ticket that a replacement %s', async (_, invitation, status) => {
  answer('invitations', 'getAssignment', invitation)
  await renderPublic(publicPaths.confirmation(token))
  await within(await screen.findByRole('article')).findByText(status)
})

it('offers nothing where the event has it off, nor once the shift has begun', async () => {
  const { shift } = free
  const begun = { ...shift, start_dt: '2020-06-21T06:00:00.000Z' }
  for (const invitation of [buildInvitation(), { ...free, shift: begun }]) {
    answer('invitations', 'getAssignment', invitation)
    await renderPublic(publicPaths.confirmation(token))
    await screen.findAllByRole('article')
    expect(screen.queryByRole('button', { name: 'Find a replacement' })).toBeNull()
  }
})
