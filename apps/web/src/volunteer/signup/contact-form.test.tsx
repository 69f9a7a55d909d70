import type { Language } from '@muster/contract/language'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import { answer, refuse } from '../../testing/answers.ts'
import { buildId } from '../../testing/build-event.ts'
import {
  answerPublicEvent,
  buildPublicEvent,
  buildPublicRole,
  buildPublicShift,
} from '../../testing/build-public-event.ts'
import { renderPublic } from '../../testing/render-public.tsx'

const shift = buildPublicShift()
const event = buildPublicEvent({ roles: [buildPublicRole('Entrance', [shift])] })

async function openFor(shift_id: string | undefined, language: Language = 'en') {
  answerPublicEvent(event)
  const search = shift_id === undefined ? '' : `?shift=${shift_id}`
  const user = await renderPublic(`${publicPaths.publicEvent(event.id)}${search}`, language)
  await screen.findByRole('heading', { name: event.name, level: 1 })
  return user
}

const field = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`)
  if (!found) throw new Error(`No field ${name}`)
  return found
}

async function fillIn(user: UserEvent, given: Record<string, string> = {}) {
  const values = {
    first_name: 'Åsa',
    last_name: 'Öberg',
    email: 'asa@example.org',
    phone: '+46 70 174 06 05',
  }
  for (const [name, value] of Object.entries({ ...values, ...given })) await user.type(field(name), value)
}

const press = (user: UserEvent, name = 'Sign up') => user.click(screen.getByRole('button', { name }))

describe('the contact form of an event page', () => {
  it('is there only for a shift that the address names', async () => {
    await openFor(undefined)
    expect(document.querySelector('form')).toBeNull()
  })

  it('is not there for a shift of another event', async () => {
    await openFor(buildId())
    expect(document.querySelector('form')).toBeNull()
  })

  it.each([
    {
      language: 'en',
      title: 'Sign up: Entrance, Fri\u00a021\u00a0June 08:00–12:00',
      done: 'You’re signed up, Åsa',
      sign_up: 'Sign up',
    },
    {
      language: 'sv',
      title: 'Anmälan: Entrance, fre\u00a021\u00a0juni 08:00–12:00',
      done: 'Du är anmäld, Åsa',
      sign_up: 'Anmäl mig',
    },
  ] as const)(
    '$language: signs up, with the shift in the body',
    async ({ language, title, done, sign_up }) => {
      const user = await openFor(shift.id, language)
      await screen.findByRole('heading', { name: title })
      const asked = answer('signup', 'signUp', {
        assignment_id: buildId(),
        shift,
        calendar_url: '/calendar/abc.ics',
        correction_key: 'key',
      })
      await fillIn(user)
      await press(user, sign_up)
      const heading = await screen.findByRole('heading', { name: done })
      await waitFor(() => expect(document.activeElement).toBe(heading))
      expect(asked).toMatchObject([
        {
          path: `/shifts/${shift.id}/signup`,
          body: {
            first_name: 'Åsa',
            last_name: 'Öberg',
            email: 'asa@example.org',
            phone: '+46 70 174 06 05',
            terms_version: '1.3',
            shift_id: shift.id,
          },
        },
      ])
      expect(asked[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
    },
  )

  it.each([
    {
      language: 'en',
      sign_up: 'Sign up',
      required: 'This field is required.',
      phone: 'Write at least 10 digits.',
    },
    {
      language: 'sv',
      sign_up: 'Anmäl mig',
      required: 'Det här fältet måste fyllas i.',
      phone: 'Skriv minst 10 siffror.',
    },
  ] as const)(
    '$language: says what is wrong, and sends nothing',
    async ({ language, sign_up, required, phone }) => {
      const user = await openFor(shift.id, language)
      await press(user, sign_up)
      await waitFor(() => expect(screen.getAllByText(required)).toHaveLength(4))
      expect(document.activeElement).toBe(field('first_name'))
      await fillIn(user, { phone: '070-1234' })
      screen.getByText(phone)
      await press(user, sign_up)
      expect(document.activeElement).toBe(field('phone'))
    },
  )

  it.each([
    {
      language: 'en',
      sign_up: 'Sign up',
      hint: 'With its country code, such as +46 70 123 45 67',
      sentence: 'Write the number with its country code, such as +46 70 123 45 67',
    },
    {
      language: 'sv',
      sign_up: 'Anmäl mig',
      hint: 'Med landsnummer, till exempel +46 70 123 45 67',
      sentence: 'Skriv numret med landsnummer, till exempel +46 70 123 45 67',
    },
  ] as const)(
    '$language: a national number (D23): asks for the country code before, and with the server’s sentence after',
    async ({ language, sign_up, hint, sentence }) => {
      const user = await openFor(shift.id, language)
      screen.getByText(hint)
      await fillIn(user, { phone: '070-174 06 05' })
      refuse('signup', 'signUp', {
        status: 400,
        code: 'validation',
        error: 'Validation',
        issues: [{ path: 'phone', message: sentence }],
      })
      await press(user, sign_up)
      const error = await screen.findByText(sentence)
      expect(field('phone').getAttribute('aria-describedby')).toContain(error.closest('p')?.id)
      await waitFor(() => expect(document.activeElement).toBe(field('phone')))
    },
  )

  it.each([
    {
      status: 409,
      error: 'All places on this shift have just been taken.',
      text: 'All places on this shift have just been taken.',
    },
    { status: 500, error: undefined, text: 'Failed to process your signup' },
  ])('$status: keeps what was typed', async ({ status, error, text }) => {
    const user = await openFor(shift.id)
    await fillIn(user)
    refuse('signup', 'signUp', { status, ...(error && { error, code: 'shift_full' }) })
    await press(user)
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(field('email').value).toBe('asa@example.org')
  })
})
