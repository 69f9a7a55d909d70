import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, refuse } from '../../testing/answers.ts'
import { buildOrganization } from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

const page = '/organizations/notifications'

it.each([
  { language: 'en', choice: /^At once/, save: 'Save', saved: 'Saved' },
  { language: 'sv', choice: /^Direkt/, save: 'Spara', saved: 'Sparat' },
] as const)('$language: chooses what is told of places given up (D39)', async ({ language, ...texts }) => {
  answerOrganization(buildOrganization({ name: 'Föreningen i Lund' }))
  answer('organizations', 'getNotices', { cancellations: 'daily' })
  const asked = answer('organizations', 'updateNotices', { cancellations: 'each' })
  const user = await renderApp(page, { language })
  const radios = await screen.findAllByRole('radio')
  expect(radios.map((radio) => radio.matches(':checked'))).toEqual([false, false, true])
  await user.click(screen.getByRole('radio', { name: texts.choice }))
  await user.click(screen.getByRole('button', { name: texts.save }))
  expect(await screen.findByText(texts.saved)).toBeDefined()
  expect(asked).toMatchObject([{ body: { cancellations: 'each' } }])

  await user.click(radios[0] ?? document.body)
  expect(screen.queryByText(texts.saved)).toBeNull()
})

it('stands in the list of the settings', async () => {
  answerOrganization()
  answer('organizations', 'getNotices', { cancellations: 'none' })
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
  answer('organizations', 'getNotices', { cancellations: 'daily' })
  refuse('organizations', 'updateNotices', { status: 503, error: 'Too busy.' })
  const user = await renderApp(page)
  await user.click(await screen.findByRole('radio', { name: /^No e-mail/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Too busy.')
  expect(screen.getByRole('radio', { name: /^No e-mail/ })).toHaveProperty('checked', true)
})
