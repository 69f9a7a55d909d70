import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import { answer } from '../../testing/answers.ts'
import { buildId } from '../../testing/build-event.ts'
import { answerPublicEvent, buildPublicEvent, buildPublicShift } from '../../testing/build-public-event.ts'
import { renderPublic } from '../../testing/render-public.tsx'
import { navigate } from '../../ui/hooks/navigation.ts'
import { loadPhoneRules } from './phone-rules.ts'
import { keepDraft } from './use-signup.ts'

const slow = vi.hoisted(() => new EventTarget())

vi.mock('@muster/contract/rules/phone', async (importOriginal) => {
  await new Promise((resolve) => slow.addEventListener('loaded', resolve))
  return importOriginal()
})

const draft = {
  first_name: 'Åsa',
  last_name: 'Öberg',
  email: 'asa@example.org',
  countryCode: 'SE',
  phone: '070-174 06 05',
  acceptedTerms: true,
}

async function openForm() {
  const event = buildPublicEvent()
  const shift = event.roles[0]?.shifts[0] ?? buildPublicShift()
  answerPublicEvent(event)
  keepDraft('signup_form', draft)
  const user = await renderPublic(publicPaths.signup(event.id, shift.id))
  await screen.findByRole('heading', { level: 1 })
  const asked = answer('signup', 'signUp', {
    assignment_id: buildId(),
    shift,
    calendar_url: '/calendar/abc.ics',
    correction_key: 'key',
  })
  return { user, event, asked }
}

it('a press before the phone rules are loaded is shown, and ends with the page', async () => {
  const left = await openForm()
  await left.user.click(screen.getByRole('button', { name: 'Sign up' }))
  screen.getByText('Signing up…')
  const email = screen.getByRole('textbox', { name: 'E-mail' })
  expect(email.closest('fieldset')?.disabled).toBe(true)

  await act(async () => navigate(publicPaths.publicEvent(left.event.id)))
  await act(async () => {
    slow.dispatchEvent(new Event('loaded'))
    await loadPhoneRules()
  })

  // If the first press were still pending, its sign-up would arrive before that of this form.
  const next = await openForm()
  await next.user.click(screen.getByRole('button', { name: 'Sign up' }))
  await screen.findByRole('heading', { name: 'You’re signed up, Åsa' })
  expect([...left.asked, ...next.asked]).toHaveLength(1)
})
