import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, refuse } from '../../testing/answers.ts'
import { buildOrganization } from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

const page = '/organizations/notifications'

it.each([
  { language: 'en', group: 'When volunteers sign up', choice: /^At once/, save: 'Save', saved: 'Saved' },
  { language: 'sv', group: 'När volontärer anmäler sig', choice: /^Direkt/, save: 'Spara', saved: 'Sparat' },
] as const)('$language: chooses what is told of sign-ups (D57)', async ({ language, ...texts }) => {
  answerOrganization(buildOrganization({ name: 'Föreningen i Lund' }))
  answer('organizations', 'getNotices', { cancellations: 'daily', sign_ups: 'daily', requests: 'daily' })
  const asked = answer('organizations', 'updateNotices', {
    cancellations: 'daily',
    sign_ups: 'each',
    requests: 'daily',
  })
  const user = await renderApp(page, { language })
  const sign_ups = within(await screen.findByRole('group', { name: texts.group }))
  expect(sign_ups.getAllByRole('radio').map((radio) => radio.matches(':checked'))).toEqual([
    false,
    false,
    true,
  ])
  await user.click(sign_ups.getByRole('radio', { name: texts.choice }))
  await user.click(screen.getByRole('button', { name: texts.save }))
  expect(await screen.findByText(texts.saved)).toBeDefined()
  expect(asked).toMatchObject([{ body: { cancellations: 'daily', sign_ups: 'each', requests: 'daily' } }])

  await user.click(sign_ups.getAllByRole('radio')[0] ?? document.body)
  expect(screen.queryByText(texts.saved)).toBeNull()
})

it('chooses what is told of places given up (D39)', async () => {
  answerOrganization()
  answer('organizations', 'getNotices', { cancellations: 'daily', sign_ups: 'each', requests: 'daily' })
  const asked = answer('organizations', 'updateNotices', {
    cancellations: 'none',
    sign_ups: 'each',
    requests: 'daily',
  })
  const user = await renderApp(page)
  const given_up = within(await screen.findByRole('group', { name: 'When volunteers give places up' }))
  await user.click(given_up.getByRole('radio', { name: /^No e-mail/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved')).toBeDefined()
  expect(asked).toMatchObject([{ body: { cancellations: 'none', sign_ups: 'each', requests: 'daily' } }])
})

it('stands in the list of the settings', async () => {
  answerOrganization()
  answer('organizations', 'getNotices', { cancellations: 'none', sign_ups: 'none', requests: 'daily' })
  await renderApp(page)
  await screen.findByRole('heading', { name: 'Your notifications', level: 1 })
  const list = screen.queryByRole('navigation', { name: 'Settings' })
  const shown = list
    ? within(list).getByRole('link', { name: 'Your notifications' })
    : screen.getByRole('combobox', { name: 'Settings' })
  expect(shown.textContent).toContain('Your notifications')
})

it('keeps the choice when it could not be saved', async () => {
  answerOrganization()
  answer('organizations', 'getNotices', { cancellations: 'daily', sign_ups: 'daily', requests: 'daily' })
  refuse('organizations', 'updateNotices', { status: 503, error: 'Too busy.' })
  const user = await renderApp(page)
  const [choice = document.body] = await screen.findAllByRole('radio', { name: /^No e-mail/ })
  await user.click(choice)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Too busy.')
  expect(choice).toHaveProperty('checked', true)
})
