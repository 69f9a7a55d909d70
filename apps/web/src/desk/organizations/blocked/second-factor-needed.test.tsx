import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { $setupRequired } from '../../../api/credentials.ts'
import { answer, refuse } from '../../../testing/answers.ts'
import { buildOrganization } from '../../../testing/build-event.ts'
import { answerFactors, answerSecurity, buildFactor } from '../../../testing/build-factors.ts'
import { buildIssued } from '../../../testing/build-token.ts'
import { answerOrganization, renderApp } from '../../../testing/render-app.tsx'

const solsidan = buildOrganization({ name: 'Solsidan' })
const totp = { qr_code: '<svg/>', secret: 'JBSWY3DP', uri: 'otpauth://totp/Muster:a?secret=JBSWY3DP' }

beforeEach(() => {
  $setupRequired.set(null)
  answerOrganization(solsidan)
})

it('explains what the organisation asks for, and leads through it and back', async () => {
  refuse('people', 'listPeople', { status: 403, code: 'second_factor_setup_required', error: 'Add one.' })
  answerSecurity()
  answerFactors()
  const factor = buildFactor()
  answer('factors', 'enrolFactor', { id: factor.id, type: 'totp', friendly_name: '', totp })
  answer('factors', 'verifySecondFactor', buildIssued())
  answer('factors', 'createRecoveryCodes', { codes: ['k3m9-x7qd-p2wf-h5tn'] })
  const user = await renderApp('/people?q=anna')
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Solsidan requires two-step verification' }),
  ).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()

  await user.click(screen.getByRole('link', { name: 'Turn on two-step verification' }))
  await user.click(await screen.findByRole('button', { name: 'Turn on' }))
  answerFactors({ factors: [factor], recovery_codes_left: 10 })
  await user.type(await screen.findByLabelText('Code'), '123456')
  await user.click(await screen.findByRole('button', { name: 'I have saved them' }))
  answer('people', 'listPeople', [])
  await user.click(screen.getByRole('link', { name: 'Back to where you were' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'People' })).toBeDefined()
  await waitFor(() => expect(location.search).toContain('q=anna'))
})

it('speaks Swedish', async () => {
  refuse('people', 'listPeople', { status: 403, code: 'second_factor_setup_required' })
  await renderApp('/people', { language: 'sv' })
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Solsidan kräver tvåstegsverifiering' }),
  ).toBeDefined()
})

it('can be asked for in the settings', async () => {
  const asked = answer('organizations', 'updateOrganization', { ...solsidan, second_factor: 'required' })
  const user = await renderApp('/organizations/settings')
  await user.click(await screen.findByRole('checkbox', { name: /^Require two-step verification/ }))
  await user.click(screen.getByRole('button', { name: 'Save settings' }))
  expect(await screen.findByText('Saved')).toBeDefined()
  expect(asked[0]?.body).toEqual({ second_factor: 'required', version: solsidan.version })
})

it('cannot be asked for without one of one’s own', async () => {
  refuse('organizations', 'updateOrganization', { status: 403, code: 'second_factor_setup_required' })
  const user = await renderApp('/organizations/settings')
  await user.click(await screen.findByRole('checkbox', { name: /^Require two-step verification/ }))
  await user.click(screen.getByRole('button', { name: 'Save settings' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Turn on two-step verification for yourself first.',
  )
  expect(screen.getByRole('link', { name: 'Go to Security' })).toBeDefined()
})
