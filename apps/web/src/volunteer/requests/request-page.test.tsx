import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, refuse } from '../../testing/answers.ts'
import { buildId } from '../../testing/build-event.ts'
import { buildPublicOrganization } from '../../testing/build-public-organization.ts'
import { renderPublic } from '../../testing/render-public.tsx'

/* D52 */

async function open() {
  answer('requests', 'getOwnRequest', {
    event: { id: buildId(), name: 'Midsommar i parken', location: null, time_zone: 'Europe/Stockholm' },
    organization: buildPublicOrganization(),
    contact: { email: null, phone: null },
    created_at: '2199-06-01T10:00:00.000Z',
    requests: [
      {
        id: buildId(),
        role_name: 'First aid',
        start_dt: '2199-06-21T06:00:00.000Z',
        end_dt: '2199-06-21T10:00:00.000Z',
        first_name: 'Åsa',
      },
    ],
  })
  const user = await renderPublic(`/request/${'A'.repeat(43)}`)
  return { takeBack: async () => user.click(await screen.findByRole('button', { name: 'Take it back' })) }
}

it('takes a request back', async () => {
  const { takeBack } = await open()
  const asked = answer('requests', 'withdrawRequest', undefined)
  await takeBack()
  await screen.findByRole('heading', { level: 1, name: 'Your request is taken back' })
  expect(asked).toHaveLength(1)
})

it('says that a request has ended meanwhile, and not that it is taken back', async () => {
  const { takeBack } = await open()
  refuse('requests', 'withdrawRequest', { status: 404, code: 'request_not_found', error: 'Gone.' })
  await takeBack()
  await screen.findByRole('heading', { level: 1, name: 'This request has ended' })
  expect(screen.queryByText('Your request is taken back')).toBeNull()
})

it('says that a request could not be taken back, and stays', async () => {
  const { takeBack } = await open()
  refuse('requests', 'withdrawRequest', { status: 503, code: 'busy', error: 'Busy, please try again.' })
  await takeBack()
  await screen.findByText('Busy, please try again.')
  answer('requests', 'withdrawRequest', undefined)
  await takeBack()
  await screen.findByRole('heading', { level: 1, name: 'Your request is taken back' })
})
