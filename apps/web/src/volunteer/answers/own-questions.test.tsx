import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import { answer, refuse } from '../../testing/answers.ts'
import { buildQuestion } from '../../testing/build-event.ts'
import { buildInvitation } from '../../testing/build-invitation.ts'
import { renderPublic } from '../../testing/render-public.tsx'

/* D51 */

const TOKEN = 'A'.repeat(43)
const field = (name: string) => screen.getByRole('textbox', { name: new RegExp(`^${name}`) })

it('shows a refusal at its own question, until something is changed', async () => {
  const invitation = buildInvitation({ has_questions: true })
  answer('invitations', 'getAssignment', invitation)
  answer('invitations', 'getOwnAnswers', {
    organization: invitation.organization,
    questions: [buildQuestion('Diet'), buildQuestion('Size'), buildQuestion('Car')],
    answers: [],
  })
  const user = await renderPublic(publicPaths.confirmation(TOKEN))
  await screen.findByRole('textbox', { name: /^Diet/ })
  for (const name of ['Diet', 'Size', 'Car']) await user.type(field(name), 'x')
  refuse('invitations', 'changeOwnAnswers', {
    status: 400,
    code: 'validation',
    error: 'No.',
    issues: [{ path: 'answers.1.value', message: 'Not that.' }],
  })
  await user.click(screen.getByRole('button', { name: 'Save answers' }))
  await screen.findByText('Not that.')
  expect(field('Size').getAttribute('aria-invalid')).toBe('true')
  await user.clear(field('Diet'))
  expect(field('Car').getAttribute('aria-invalid')).toBeNull()
  expect(screen.queryByText('Not that.')).toBeNull()
})
