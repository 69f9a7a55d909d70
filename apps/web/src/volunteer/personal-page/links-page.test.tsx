import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import { renderPublic } from '../../testing/render-public.tsx'
import { server } from '../../testing/server.ts'

async function open(...answers: (() => Response)[]) {
  const asked: unknown[] = []
  server.use(
    http.post('*/links', async ({ request }) => {
      const answer = answers[Math.min(asked.push(await request.json()), answers.length) - 1]
      return answer?.() ?? new HttpResponse(null, { status: 204 })
    }),
  )
  const user = await renderPublic(publicPaths.links, 'en')
  await screen.findByRole('heading', { name: 'Get the links to your shifts' })
  return { user, asked }
}

const address = () => screen.getByRole('textbox', { name: 'E-mail' })
const send = () => screen.getByRole('button', { name: 'Send my links' })

it('asks for the links of an address, and says what may come without saying whether', async () => {
  const { user, asked } = await open()
  await user.type(address(), ' asa@volunteer.example ')
  await user.dblClick(send())
  await screen.findByRole('heading', { name: 'Look in your inbox' })
  screen.getByText(/If asa@volunteer.example is on a coming shift/)
  expect(asked).toEqual([{ email: 'asa@volunteer.example' }])
  await user.click(screen.getByRole('button', { name: 'Use another address' }))
  expect(document.activeElement).toBe(screen.getByText(/^Type the e-mail address/))
  expect(address()).toHaveProperty('value', '')
})

it('asks nothing without an address', async () => {
  const { user, asked } = await open()
  await user.click(send())
  screen.getByText('Enter a valid e-mail address.')
  expect(document.activeElement).toBe(address())
  expect(asked).toEqual([])
})

it('keeps the address when there is no answer, and tries again', async () => {
  const { user } = await open(() => HttpResponse.error())
  await user.type(address(), 'asa@volunteer.example')
  await user.click(send())
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The links could not be asked for\. /)
  expect(address()).toHaveProperty('value', 'asa@volunteer.example')
})
