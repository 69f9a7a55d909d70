import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { answer, refuse } from '../../testing/answers.ts'
import { buildId } from '../../testing/build-event.ts'
import { buildInvitation } from '../../testing/build-invitation.ts'
import { buildPublicOrganization } from '../../testing/build-public-organization.ts'
import { renderPublic } from '../../testing/render-public.tsx'

const token = 'a'.repeat(43)
const shift = {
  id: buildId(),
  event: { id: buildId(), name: 'Midsommar i parken', time_zone: 'Europe/Stockholm' },
  role: { id: buildId(), name: 'Entré' },
  start_dt: '2026-06-20T06:00:00.000Z',
  end_dt: '2026-06-20T10:00:00.000Z',
  planned_minutes: 240,
  worked_minutes: 240,
  is_absence: false,
}
const certificate = {
  organization: buildPublicOrganization(),
  person: { first_name: 'Björn', last_name: 'Ek' },
  language: 'sv' as const,
  time_zone: 'Europe/Stockholm',
  shifts: [shift],
}

it('is in the person’s language, whatever the reader’s is, and is printed (D56)', async () => {
  answer('invitations', 'getCertificate', certificate)
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const user = await renderPublic(`/c/${token}/certificate`)
  expect(await screen.findByRole('heading', { name: 'Certificate of Björn Ek' })).toBeDefined()
  expect(screen.getByRole('article').textContent).toMatch(/Intyg om ideellt arbete.*Björn Ek.*4 timmar/)
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
})

it('says that nothing was worked yet', async () => {
  answer('invitations', 'getCertificate', { ...certificate, shifts: [] })
  await renderPublic(`/c/${token}/certificate`)
  expect(await screen.findByText('There is one once you have worked a shift.')).toBeDefined()
  expect(screen.queryByRole('article')).toBeNull()
})

it('says that the event gives none', async () => {
  const error = 'The organizer gives no certificates of this event.'
  refuse('invitations', 'getCertificate', { status: 404, code: 'certificate_not_given', error })
  await renderPublic(`/c/${token}/certificate`)
  expect(await screen.findByText(error)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it('tries again what could not be read', async () => {
  refuse('invitations', 'getCertificate')
  const user = await renderPublic(`/c/${token}/certificate`)
  const again = await screen.findByRole('button', { name: 'Try again' })
  answer('invitations', 'getCertificate', certificate)
  await user.click(again)
  expect(await screen.findByRole('article')).toBeDefined()
})

it.each([true, false])('is reached from the personal page: %s', async (has_certificate) => {
  answer('invitations', 'getAssignment', buildInvitation({ has_certificate }))
  await renderPublic(`/c/${token}`)
  await screen.findByRole('link', { name: /Take another shift|See the event/ })
  const link = screen.queryByRole('link', { name: 'Certificate of your work' })
  expect(link?.getAttribute('href') ?? null).toBe(has_certificate ? `/c/${token}/certificate` : null)
})
