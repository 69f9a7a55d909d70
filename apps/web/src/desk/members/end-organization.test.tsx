import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { answer, refuse, stall } from '../../testing/answers.ts'
import { buildOrganization } from '../../testing/build-event.ts'
import { answerFactors } from '../../testing/build-factors.ts'
import { buildToken, inSeconds } from '../../testing/build-token.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { server } from '../../testing/server.ts'

const PAGE = '/organizations/end'
const NAME = 'Föreningen i Lund'
const lund = buildOrganization({ name: NAME })

beforeEach(() => {
  answerOrganization(lund)
})

async function submit(typed: string) {
  const user = await renderApp(PAGE)
  await screen.findByRole('heading', { level: 1, name: `End ${NAME}` })
  await user.type(screen.getByLabelText('Name of the organization'), typed)
  const button = screen.getByRole('button', { name: `End ${NAME}` })
  await user.click(button)
  return { user, button }
}

it('is reached from the settings, says what happens, and offers what can be saved first', async () => {
  const user = await renderApp('/organizations/settings')
  await user.click(await screen.findByRole('link', { name: 'End the organization' }))
  expect(await screen.findByRole('heading', { level: 1, name: `End ${NAME}` })).toBeDefined()
  const list = within(await screen.findByRole('region', { name: `End ${NAME}` })).getByRole('list')
  expect(within(list).getAllByRole('listitem')).toHaveLength(4)
  expect(screen.getByRole('link', { name: 'To the log' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'To the reports' })).toBeDefined()
})

it('has a button that a long name does not widen', async () => {
  await renderApp(PAGE)
  const button = await screen.findByRole('button', { name: `End ${NAME}` })
  expect(button.className).toContain('wrap-anywhere')
})

it.each([
  ['en', 'Those who have confirmed, were asked or are in line are told.'],
  ['sv', 'De som har bekräftat, blivit tillfrågade eller står i kön får veta det.'],
] as const)('says who is told (%s)', async (language, text) => {
  await renderApp(PAGE, { language })
  expect((await screen.findAllByRole('listitem')).some((item) => item.textContent?.endsWith(text))).toBe(true)
})

it('ends once the name is typed, and goes on without the organisation', async () => {
  const asked = answer('organizations', 'endOrganization', undefined)
  const user = await renderApp(PAGE)
  await user.type(await screen.findByLabelText('Name of the organization'), ` ${NAME} `)
  answer('organizations', 'getLastActiveOrganization', {
    organizations: [],
    last_active_organization: null,
    may_create_organizations: true,
  })
  await user.click(screen.getByRole('button', { name: `End ${NAME}` }))
  expect(await screen.findByText(`${NAME} has ended`)).toBeDefined()
  expect(await screen.findByRole('heading', { name: 'Create organization' })).toBeDefined()
  expect(asked).toHaveLength(1)
  expect(asked[0]?.body).toEqual({ name: NAME })
})

it.each(['', 'Föreningen', 'föreningen i lund'])(
  'asks nothing of the server for the name “%s”',
  async (typed) => {
    const asked = answer('organizations', 'endOrganization', undefined)
    await submit(typed || ' ')
    expect(await screen.findByText('This is not the name of the organization.')).toBeDefined()
    expect(asked).toHaveLength(0)
  },
)

it('is asked for once, however often it is pressed', async () => {
  const asked = stall('organizations', 'endOrganization')
  const { user, button } = await submit(NAME)
  await user.click(button)
  await user.dblClick(button)
  expect(asked).toHaveLength(1)
})

it('asks for the password long after the sign-in, and goes on with it', async () => {
  answerFactors()
  refuse('organizations', 'endOrganization', {
    status: 400,
    code: 'reauthentication_needed',
    error: 'Sign in.',
  })
  const { user } = await submit(NAME)
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
  const asked = answer('organizations', 'endOrganization', undefined)
  answer('session', 'login', { token: buildToken(inSeconds(600)), expires_in: 600, second_factors: [] })
  await user.type(await dialog.findByLabelText('Password'), 'three blue bikes')
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText(`${NAME} has ended`)).toBeDefined()
  expect(asked).toHaveLength(1)
})

it('says why it was refused', async () => {
  const error = 'You do not belong to this organization.'
  refuse('organizations', 'endOrganization', { status: 403, code: 'organization_forbidden', error })
  await submit(NAME)
  expect((await screen.findByRole('alert')).textContent).toBe(error)
})

it('is for owners', async () => {
  answerOrganization(buildOrganization({ name: NAME, role: 'admin' }))
  await renderApp(PAGE)
  expect(await screen.findByRole('heading', { name: 'Not for your role' })).toBeDefined()
})

it('downloads everything first', async () => {
  server.use(
    http.get('*/admin/organization/export', () =>
      HttpResponse.arrayBuffer(new Uint8Array([0x50, 0x4b, 0xff]).buffer, {
        headers: { 'content-type': 'application/zip' },
      }),
    ),
  )
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) saved.push(file)
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const user = await renderApp(PAGE)
  await user.click(await screen.findByRole('button', { name: 'Download everything first' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.size).toBe(3)
})

it('says when it could not be downloaded', async () => {
  refuse('organizations', 'exportOrganization', {
    status: 429,
    code: 'rate_limited',
    error: 'Too many attempts.',
  })
  const user = await renderApp(PAGE)
  await user.click(await screen.findByRole('button', { name: 'Download everything first' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts.')
})
