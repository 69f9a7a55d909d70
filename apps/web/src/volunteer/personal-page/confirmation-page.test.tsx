import { topics } from '@muster/contract/live'
import type { Invitation } from '@muster/contract/personal-shift'
import { routes } from '@muster/contract/routes'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import { answer, lose, refuse } from '../../testing/answers.ts'
import { buildId } from '../../testing/build-event.ts'
import { buildInvitation } from '../../testing/build-invitation.ts'
import { buildToken, inSeconds } from '../../testing/build-token.ts'
import { pushLive } from '../../testing/live-channel.ts'
import { renderPublic } from '../../testing/render-public.tsx'
import { server } from '../../testing/server.ts'

const token = 'a'.repeat(43)

const words = {
  en: { question: 'Björn, can you help?', yes: 'I’ll be there (confirm)', no: 'I can’t (decline)' },
  sv: {
    question: 'Björn, kan du hjälpa till?',
    yes: 'Jag kommer (tacka ja)',
    no: 'Jag kan inte (tacka nej)',
  },
} as const

async function openInvitation(language: 'en' | 'sv' = 'en', search = ''): Promise<UserEvent> {
  answer('invitations', 'getAssignment', buildInvitation({ status: 'INVITED' }))
  const user = await renderPublic(`${publicPaths.confirmation(token)}${search}`, language)
  await screen.findByRole('heading', { name: words[language].question, level: 1 })
  return user
}

async function openAnyInvitation(invitation: Invitation): Promise<UserEvent> {
  answer('invitations', 'getAssignment', invitation)
  const user = await renderPublic(publicPaths.confirmation(token))
  await screen.findByRole('heading', { level: 1 })
  return user
}

const withSpots = (invitation: Invitation, spots_left: number): Invitation => ({
  ...invitation,
  shift: { ...invitation.shift, spots_left },
})

const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }))

describe('an invitation', () => {
  it.each([
    { language: 'en', deadline: 'Answer by Sat 15 June at 14:00.' },
    { language: 'sv', deadline: 'Svara senast lör 15 juni kl. 14:00.' },
  ] as const)(
    '$language: asks the person, in the name of the organisation',
    async ({ language, deadline }) => {
      await openInvitation(language)
      screen.getByText('Midsommarföreningen')
      screen.getByText('Midsommar i parken')
      screen.getByRole('heading', { name: 'Entrance', level: 2 })
      screen.getByText('08:00–12:00')
      expect(screen.getByRole('link', { name: 'example.org/map' }).getAttribute('href')).toBe(
        'https://example.org/map',
      )
      screen.getByRole('button', { name: words[language].yes })
      screen.getByRole('button', { name: words[language].no })
      screen.getByText(deadline)
      expect(screen.queryByText(/^(invited|inbjuden)$/)).toBeNull()
      expect(document.title).toBe(`${words[language].question} · Muster`)
    },
  )

  it.each([
    { language: 'en', title: 'Thank you, Björn!', calendar: 'Add to calendar', status: 'confirmed' },
    { language: 'sv', title: 'Tack, Björn!', calendar: 'Lägg till i kalendern', status: 'du är med' },
  ] as const)('$language: a yes is proved', async ({ language, title, calendar, status }) => {
    const user = await openInvitation(language)
    const asked = answer('invitations', 'answerInvitation', buildInvitation())
    await press(user, words[language].yes)
    const heading = await screen.findByRole('heading', { name: title, level: 1 })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(asked).toMatchObject([
      {
        path: `/assignment/${token}/confirm`,
        body: { confirm: true, seen: { start_dt: expect.any(String), end_dt: expect.any(String) } },
      },
    ])
    screen.getByText(status)
    expect(screen.getByRole('link', { name: calendar }).getAttribute('href')).toBe(
      `/assignment/${token}/calendar.ics`,
    )
    expect(screen.queryByRole('button', { name: words[language].yes })).toBeNull()
  })

  it.each([
    { language: 'en', title: 'Thanks for telling us', calendar: 'Add to calendar', status: 'declined' },
    {
      language: 'sv',
      title: 'Tack för att du säger till',
      calendar: 'Lägg till i kalendern',
      status: 'tackat nej',
    },
  ] as const)('$language: a no is thanked for', async ({ language, title, calendar, status }) => {
    const user = await openInvitation(language)
    const asked = answer('invitations', 'answerInvitation', buildInvitation({ status: 'DECLINED' }))
    await press(user, words[language].no)
    await screen.findByRole('heading', { name: title, level: 1 })
    expect(asked).toMatchObject([{ body: { confirm: false } }])
    screen.getByText(status)
    expect(screen.queryByRole('link', { name: calendar })).toBeNull()
  })

  it('is answered once, however often it is pressed', async () => {
    const user = await openInvitation()
    const asked = answer('invitations', 'answerInvitation', buildInvitation())
    await user.dblClick(screen.getByRole('button', { name: 'I’ll be there (confirm)' }))
    await screen.findByRole('heading', { name: 'Thank you, Björn!' })
    expect(asked).toHaveLength(1)
  })

  it('says that the answer is on its way, and takes no other meanwhile', async () => {
    const user = await openInvitation()
    const line = new EventTarget()
    const landed = new Promise((resolve) => line.addEventListener('landed', resolve))
    const asked: unknown[] = []
    server.use(
      http.post(`*${routes.invitations.answerInvitation.path}`, async ({ request }) => {
        asked.push(await request.json())
        await landed
        return HttpResponse.json(buildInvitation())
      }),
    )
    await press(user, 'I’ll be there (confirm)')
    await screen.findByText('Sending…')
    await press(user, 'I can’t (decline)')
    line.dispatchEvent(new Event('landed'))
    await screen.findByRole('heading', { name: 'Thank you, Björn!' })
    expect(asked).toMatchObject([{ confirm: true }])
  })

  it('leads an administrator back to the dashboard, and nobody else', async () => {
    answer('invitations', 'answerInvitation', buildInvitation())
    localStorage.setItem('auth_token', buildToken(inSeconds(600)))
    await press(await openInvitation(), 'I’ll be there (confirm)')
    const link = await screen.findByRole('link', { name: 'Return to the dashboard' })
    expect(link.getAttribute('href')).toBe('/')
  })

  it('renews a session whose token has expired', async () => {
    answer('invitations', 'answerInvitation', buildInvitation())
    const renewed = buildToken(inSeconds(600))
    const asked = answer('session', 'refresh', { token: renewed, expires_in: 900, second_factors: [] })
    localStorage.setItem('auth_token', buildToken(inSeconds(-1)))
    await press(await openInvitation(), 'I’ll be there (confirm)')
    await screen.findByRole('link', { name: 'Return to the dashboard' })
    expect(asked).toHaveLength(1)
    expect(localStorage.getItem('auth_token')).toBe(renewed)
  })

  it('knows no dashboard when the session has ended', async () => {
    answer('invitations', 'answerInvitation', buildInvitation())
    const asked = answer('session', 'refresh', undefined)
    localStorage.setItem('auth_token', buildToken(inSeconds(-1)))
    await press(await openInvitation(), 'I’ll be there (confirm)')
    await waitFor(() => expect(asked).toHaveLength(1))
    await waitFor(() => expect(localStorage.getItem('auth_token')).toBeNull())
    expect(screen.queryByRole('link', { name: 'Return to the dashboard' })).toBeNull()
  })

  it('asks for no session where nobody has signed in', async () => {
    answer('invitations', 'answerInvitation', buildInvitation())
    const asked = answer('session', 'refresh', {
      token: buildToken(inSeconds(600)),
      expires_in: 900,
      second_factors: [],
    })
    await press(await openInvitation(), 'I’ll be there (confirm)')
    await screen.findByRole('heading', { name: 'Thank you, Björn!' })
    expect(asked).toHaveLength(0)
    expect(screen.queryByRole('link', { name: 'Return to the dashboard' })).toBeNull()
  })
})

const full = buildInvitation({ status: 'INVITED' })
full.shift.spots_left = 0

async function openFull(language: 'en' | 'sv' = 'en', search = '') {
  answer('invitations', 'getAssignment', full)
  const user = await renderPublic(`${publicPaths.confirmation(token)}${search}`, language)
  await screen.findByRole('heading', { name: /full/, level: 1 })
  return user
}

const pushSpots = (spots_left: number) =>
  pushLive(topics.event(full.shift.role.event.id), 'shifts', {
    n: 1,
    as_of: '2199-06-01T00:00:01.000Z',
    shifts: [{ id: full.shift.id, spots_left }],
    removed: [],
  })

describe('an invitation to a full shift', () => {
  it.each([
    { language: 'en', title: 'Björn, this shift is full', text: 'You have declined.' },
    { language: 'sv', title: 'Björn, passet är fullt', text: 'Du har tackat nej.' },
  ] as const)('$language: says so, asks nothing, and takes a no', async ({ language, title, text }) => {
    const user = await openFull(language)
    screen.getByRole('heading', { name: title })
    expect(screen.queryByRole('button', { name: words[language].yes })).toBeNull()
    const asked = answer('invitations', 'answerInvitation', { ...full, status: 'DECLINED' })
    await press(user, words[language].no)
    await waitFor(() => expect(asked).toMatchObject([{ body: { confirm: false } }]))
    // The shift is full without this person, so declining frees no place.
    await screen.findByText(text)
  })

  it('asks as soon as a place is free, and stops when it is taken', async () => {
    await openFull()
    await pushSpots(1)
    screen.getByRole('heading', { name: words.en.question })
    screen.getByRole('button', { name: 'I’ll be there (confirm)' })
  })

  it('is what a refused yes leads to', async () => {
    const user = await openInvitation()
    refuse('invitations', 'answerInvitation', { status: 409, error: 'All taken.', code: 'shift_full' })
    answer('invitations', 'getAssignment', full)
    await press(user, 'I’ll be there (confirm)')
    const heading = await screen.findByRole('heading', { name: 'Björn, this shift is full' })
    expect(screen.queryByRole('alert')).toBeNull()
    // The pressed button is gone.
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })

  it('is not answered by a yes in the address', async () => {
    const asked = answer('invitations', 'answerInvitation', buildInvitation())
    await openFull('en', '?confirm=yes')
    touch()
    expect(screen.queryByText(/Your answer is being sent/)).toBeNull()
    await pushSpots(1)
    screen.getByText('Your answer is being sent: you’ll be there.')
    expect(asked).toHaveLength(0)
  })
})

describe('an invitation whose first yes gets the place (D61)', () => {
  const asked = buildInvitation({ status: 'INVITED', is_first_yes: true })
  const taken = buildInvitation({ status: 'DECLINED', offer_ended: 'taken', change: 'take' })
  it('says so, and whose place it is when others were first', async () => {
    const user = await openAnyInvitation(asked)
    screen.getByText(/^Several people have been asked: the first to say yes gets the place\./)
    const error = 'Somebody else has taken the place.'
    refuse('invitations', 'answerInvitation', { status: 409, error, code: 'place_taken' })
    answer('invitations', 'getAssignment', withSpots(asked, 0))
    await press(user, 'I’ll be there (confirm)')
    const heading = await screen.findByRole('heading', { name: 'Björn, the place is taken' })
    expect(screen.queryByRole('alert')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })

  it('leads to the waiting list once the offer has ended', async () => {
    const user = await openAnyInvitation(asked)
    const error = 'Somebody else has taken the place.'
    refuse('invitations', 'answerInvitation', { status: 409, error, code: 'place_taken' })
    const ended = withSpots(taken, 0)
    answer('invitations', 'getAssignment', ended)
    await press(user, 'I’ll be there (confirm)')
    await screen.findByText('taken by others')
    screen.getByText(/^Somebody else said yes first, so the place is taken\./)
    expect(screen.queryByText(error)).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
    const line = screen.getByRole('link', { name: 'See the waiting list' })
    const { id, role } = ended.shift
    expect(line.getAttribute('href')).toBe(publicPaths.signup(role.event.id, id))
  })

  it('offers no waiting list where there is none, and the place where one is free', async () => {
    await openAnyInvitation({ ...withSpots(taken, 0), waiting_list: false })
    expect(screen.queryByRole('link', { name: 'See the waiting list' })).toBeNull()
    answer('invitations', 'getAssignment', withSpots(taken, 1))
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await screen.findByRole('button', { name: 'Take the place' })
    expect(screen.queryByRole('link', { name: 'See the waiting list' })).toBeNull()
  })

  it('thanks who was asked until the organiser stopped', async () => {
    await openAnyInvitation({ ...taken, offer_ended: 'stopped' })
    screen.getByText('no answer needed')
    screen.getByText(/^The organizer no longer needs an answer from you\./)
  })
})

describe('an answer that is not taken', () => {
  it.each(['schedule_conflict'])('%s: the sentence, and the question stands as it is now', async (code) => {
    const user = await openInvitation()
    refuse('invitations', 'answerInvitation', { status: 409, error: `It is ${code}.`, code })
    const read = answer('invitations', 'getAssignment', buildInvitation({ status: 'INVITED' }))
    await press(user, 'I’ll be there (confirm)')
    expect((await screen.findByRole('alert')).textContent).toBe(`Error: It is ${code}.`)
    await waitFor(() => expect(read).toHaveLength(1))

    answer('invitations', 'answerInvitation', buildInvitation({ status: 'DECLINED' }))
    await press(user, 'I can’t (decline)')
    await screen.findByRole('heading', { name: 'Thanks for telling us' })
  })

  it('already_answered: the sentence, and what was answered', async () => {
    const user = await openInvitation()
    const error = 'You have already declined this shift.'
    refuse('invitations', 'answerInvitation', { status: 409, error, code: 'already_answered' })
    answer('invitations', 'getAssignment', buildInvitation({ status: 'DECLINED' }))
    await press(user, 'I’ll be there (confirm)')
    await screen.findByText('declined')
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toBe(`Error: ${error}`)
    expect(screen.queryByRole('button', { name: 'I’ll be there (confirm)' })).toBeNull()
    // The pressed button is gone.
    await waitFor(() => expect(document.activeElement).toBe(alert.parentElement))
  })

  it('shift_over: the sentence, and nothing to press', async () => {
    const user = await openInvitation()
    refuse('invitations', 'answerInvitation', {
      status: 409,
      error: 'This shift is over.',
      code: 'shift_over',
    })
    // The link has lived as long as the shift (D18).
    refuse('invitations', 'getAssignment', { status: 403, code: 'link_expired' })
    await press(user, 'I’ll be there (confirm)')
    expect((await screen.findByRole('alert')).textContent).toBe('Error: This shift is over.')
    expect(screen.queryByRole('button', { name: 'I’ll be there (confirm)' })).toBeNull()
    screen.getByRole('heading', { name: 'Entrance' })
  })

  it.each([
    { status: 403, language: 'en', text: 'Error: This link has expired. Please contact the organizer.' },
    { status: 404, language: 'sv', text: 'Fel: Länken är ogiltig eller finns inte längre.' },
  ] as const)('$status: the link is closed', async ({ status, language, text }) => {
    const user = await openInvitation(language)
    refuse('invitations', 'answerInvitation', { status })
    refuse('invitations', 'getOrganizer', { status: 404 })
    await press(user, words[language].yes)
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(screen.queryByRole('button', { name: words[language].yes })).toBeNull()
  })

  it.each([
    { language: 'en', text: 'Error: Failed to process response' },
    { language: 'sv', text: 'Fel: Det gick inte att ta emot ditt svar' },
  ] as const)('$language: its own sentence when the server has none', async ({ language, text }) => {
    const user = await openInvitation(language)
    refuse('invitations', 'answerInvitation')
    await press(user, words[language].yes)
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    screen.getByRole('button', { name: words[language].yes })
  })

  it('no connection: says so, and the same press again is safe', async () => {
    const user = await openInvitation()
    server.use(http.post(`*${routes.invitations.answerInvitation.path}`, () => HttpResponse.error()))
    await press(user, 'I’ll be there (confirm)')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Error: Failed to process response. We couldn’t reach the server. Check your network and try again.',
    )
    answer('invitations', 'answerInvitation', buildInvitation())
    await press(user, 'I’ll be there (confirm)')
    await screen.findByRole('heading', { name: 'Thank you, Björn!' })
  })

  it.each(['lost', 'already_answered'])('%s, but saved: thanks for it', async (reply) => {
    const user = await openInvitation()
    if (reply === 'lost') lose('invitations', 'answerInvitation')
    else refuse('invitations', 'answerInvitation', { status: 409, code: reply })
    answer('invitations', 'getAssignment', buildInvitation({ status: 'CONFIRMED' }))
    await press(user, 'I’ll be there (confirm)')
    await screen.findByRole('heading', { name: 'Thank you, Björn!' })
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const look = (visibility: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

it.each([
  ['en', 'There is a newer link', 'Get my links by e-mail'],
  ['sv', 'Det finns en nyare länk', 'Få mina länkar med e-post'],
] as const)(
  '%s: a link that was replaced says so, and leads to the new ones (D63)',
  async (language, title, get) => {
    refuse('invitations', 'getAssignment', { status: 404, code: 'link_replaced' })
    refuse('invitations', 'getOrganizer', { status: 404, code: 'link_replaced' })
    await renderPublic(publicPaths.confirmation(token), language)
    await screen.findByRole('heading', { name: title })
    expect((await screen.findByRole('link', { name: get })).getAttribute('href')).toBe(publicPaths.links)
  },
)

/** A gesture on the page, beside its buttons. */
const touch = () => void fireEvent.pointerDown(document.body)

describe('an answer in the address (D19)', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())
  it.each([
    { given: 'true', confirm: true },
    { given: '1', confirm: true },
    { given: 'yes', confirm: true },
    { given: 'no', confirm: false },
    { given: '0', confirm: false },
    { given: 'false', confirm: false },
    { given: '', confirm: false },
  ])('confirm=$given answers $confirm after three seconds', async ({ given, confirm }) => {
    const asked = answer(
      'invitations',
      'answerInvitation',
      buildInvitation({ status: confirm ? 'CONFIRMED' : 'DECLINED' }),
    )
    await openInvitation('en', `?confirm=${given}`)
    touch()
    screen.getByText(`Your answer is being sent: ${confirm ? 'you’ll be there' : 'you can’t'}.`)
    pass(2_999)
    screen.getByText('In 1 second')
    expect(asked).toHaveLength(0)
    pass(1)
    await screen.findByRole('heading', { name: confirm ? 'Thank you, Björn!' : 'Thanks for telling us' })
    expect(asked.map(({ body }) => body)).toMatchObject([{ confirm }])
  })

  it('can be stopped, for good', async () => {
    const asked = answer('invitations', 'answerInvitation', buildInvitation())
    const user = await openInvitation('sv', '?confirm=yes')
    touch()
    screen.getByText('Ditt svar skickas: du kommer.')
    await press(user, 'Stoppa')
    pass(10_000)
    expect(asked).toHaveLength(0)
    expect(location.search).toBe('')
    screen.getByRole('button', { name: 'Jag kommer (tacka ja)' })
  })

  it('waits until somebody looks at the page, and then counts from the start', async () => {
    const asked = answer('invitations', 'answerInvitation', buildInvitation())
    await openInvitation('en', '?confirm=true')
    touch()
    pass(2_000)
    look('hidden')
    pass(60_000)
    expect(asked).toHaveLength(0)
    look('visible')
    pass(2_999)
    expect(asked).toHaveLength(0)
    pass(1)
    await screen.findByRole('heading', { name: 'Thank you, Björn!' })
  })

  it('waits for a gesture, because scanners run real browsers: to see and focus the page is none', async () => {
    const asked = answer('invitations', 'answerInvitation', buildInvitation())
    await openInvitation('en', '?confirm=true')
    look('hidden')
    look('visible')
    fireEvent.focus(window)
    act(() => document.querySelector('h1')?.focus())
    fireEvent.scroll(document)
    fireEvent.pointerMove(document.body)
    pass(60_000)
    expect(screen.queryByText(/^Your answer is being sent/)).toBeNull()
    expect(asked).toHaveLength(0)
    touch()
    pass(3_000)
    await screen.findByRole('heading', { name: 'Thank you, Björn!' })
  })

  it.each(['pointerdown', 'touchstart', 'keydown'])('begins after %s', async (type) => {
    await openInvitation('en', '?confirm=true')
    fireEvent(document.body, new Event(type, { bubbles: true }))
    screen.getByText('Your answer is being sent: you’ll be there.')
  })

  it('is replaced by an answer by hand', async () => {
    const asked = answer('invitations', 'answerInvitation', buildInvitation({ status: 'DECLINED' }))
    const user = await openInvitation('en', '?confirm=true')
    await press(user, 'I can’t (decline)')
    await screen.findByRole('heading', { name: 'Thanks for telling us' })
    touch()
    pass(10_000)
    expect(asked.map(({ body }) => body)).toMatchObject([{ confirm: false }])
  })

  it('answers nothing that is answered already', async () => {
    answer('invitations', 'getAssignment', buildInvitation({ status: 'DECLINED' }))
    await renderPublic(`${publicPaths.confirmation(token)}?confirm=true`)
    await screen.findByText('declined')
    touch()
    pass(10_000)
    screen.getByText('declined')
  })
})

describe('a personal link that needs no answer', () => {
  it.each([
    { status: 'CONFIRMED', language: 'en', word: 'confirmed' },
    { status: 'DECLINED', language: 'en', word: 'declined' },
    { status: 'ABSENT', language: 'en', word: 'absent' },
    { status: 'CONFIRMED', language: 'sv', word: 'du är med' },
    { status: 'DECLINED', language: 'sv', word: 'tackat nej' },
    { status: 'ABSENT', language: 'sv', word: 'frånvarande' },
  ] as const)('$language: says the status $status in lower case', async ({ status, language, word }) => {
    answer('invitations', 'getAssignment', buildInvitation({ status }))
    await renderPublic(publicPaths.confirmation(token), language)
    await screen.findByText(word)
  })

  it('shows whose shift it is, what, when and where', async () => {
    answer('invitations', 'getAssignment', buildInvitation())
    await renderPublic(publicPaths.confirmation(token))
    await screen.findByRole('heading', { name: 'Hello Björn', level: 1 })
    screen.getByText('Your shifts with Midsommarföreningen')
    screen.getByRole('heading', { name: 'Entrance' })
    screen.getByText('Friday 21 June')
    screen.getByText('08:00–12:00')
    screen.getByText('All times are local time in Stockholm')
    screen.getByRole('link', { name: 'Stadsparken, Lund' })
    screen.getByRole('link', { name: 'example.org/map' })
    const calendar = screen.getByRole('link', { name: 'Add to calendar' })
    expect(calendar.getAttribute('href')).toBe(`/assignment/${token}/calendar.ics`)
    expect(calendar.getAttribute('download')).toBe('Entrance.ics')
  })

  it('offers no calendar entry of a shift that is over', async () => {
    const past = buildInvitation()
    past.shift.start_dt = '2020-06-21T06:00:00.000Z'
    past.shift.end_dt = '2020-06-21T10:00:00.000Z'
    answer('invitations', 'getAssignment', past)
    await renderPublic(publicPaths.confirmation(token))
    await screen.findByText('confirmed')
    expect(screen.queryByRole('link', { name: 'Add to calendar' })).toBeNull()
  })

  it('offers a calendar entry only to who comes', async () => {
    answer('invitations', 'getAssignment', buildInvitation({ status: 'DECLINED' }))
    await renderPublic(publicPaths.confirmation(token))
    await screen.findByText('declined')
    expect(screen.queryByRole('link', { name: 'Add to calendar' })).toBeNull()
  })
})

describe('a link that leads nowhere', () => {
  it.each([
    { status: 403, language: 'en', text: 'Error: This link has expired. Please contact the organizer.' },
    { status: 403, language: 'sv', text: 'Fel: Länken har gått ut. Kontakta arrangören.' },
    { status: 404, language: 'en', text: 'Error: This link is invalid or no longer exists.' },
    { status: 404, language: 'sv', text: 'Fel: Länken är ogiltig eller finns inte längre.' },
    { status: 500, language: 'en', text: 'Error: Failed to load assignment details' },
    { status: 500, language: 'sv', text: 'Fel: Det gick inte att läsa in ditt pass' },
  ] as const)('$language: $status', async ({ status, language, text }) => {
    refuse('invitations', 'getAssignment', { status })
    refuse('invitations', 'getOrganizer', { status: 404 })
    await renderPublic(publicPaths.confirmation(token), language)
    expect((await screen.findByRole('alert')).textContent).toContain(text)
  })

  it.each([
    { status: 403, title: 'Your link has expired' },
    { status: 404, title: 'This link can’t be opened' },
  ])('$status, of a known organiser: whom to ask, and the event', async ({ status, title }) => {
    const event = { id: buildId(), name: 'Midsommar i parken' }
    const { organization, contact } = buildInvitation()
    refuse('invitations', 'getAssignment', { status })
    answer('invitations', 'getOrganizer', { organization, contact, event })
    await renderPublic(publicPaths.confirmation(token))
    await screen.findByRole('heading', { name: title, level: 1 })
    expect((await screen.findByRole('link', { name: 'See the event' })).getAttribute('href')).toBe(
      publicPaths.publicEvent(event.id),
    )
    screen.getByText('Midsommarföreningen')
    screen.getByRole('link', { name: 'kansli@midsommar.example' })
  })

  it.each([
    { status: 404, code: 'link_invalid', isRetryOffered: false },
    // A proxy answers for a server that is down.
    { status: 404, code: 'unknown', isRetryOffered: true },
    { status: 503, code: 'busy', isRetryOffered: true },
  ])(
    'offers to try again unless it was never valid: $status $code',
    async ({ isRetryOffered, ...refusal }) => {
      refuse('invitations', 'getAssignment', { status: 404, code: 'link_invalid' })
      refuse('invitations', 'getOrganizer', refusal)
      await renderPublic(publicPaths.confirmation(token))
      await screen.findByRole('link', { name: 'Get my links by e-mail' })
      await screen.findByText(/^The shift may have been cancelled/)
      expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(isRetryOffered)
    },
  )

  it.each([
    { language: 'en', text: 'Error: Invalid link' },
    { language: 'sv', text: 'Fel: Ogiltig länk' },
  ] as const)('$language: without a token', async ({ language, text }) => {
    await renderPublic('/c/', language)
    expect((await screen.findByRole('alert')).textContent).toContain(text)
  })

  it('is tried again after a failure that may pass', async () => {
    refuse('invitations', 'getAssignment', { status: 503, error: 'The service is busy.', code: 'busy' })
    const user = await renderPublic(publicPaths.confirmation(token))
    expect((await screen.findByRole('alert')).textContent).toContain('Error: The service is busy.')
    answer('invitations', 'getAssignment', buildInvitation())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('confirmed')
  })
})

describe('the way out', () => {
  it.each([
    {
      language: 'en',
      open: 'Stop messages from Midsommarföreningen',
      question: 'Stop e-mails and SMS from Midsommarföreningen?',
      confirm: 'Stop messages',
      told: /^Stopped\. You still hear from Midsommarföreningen by e-mail about what is yours/,
      resume: 'Get messages again',
    },
    {
      language: 'sv',
      open: 'Sluta få meddelanden från Midsommarföreningen',
      question: 'Sluta få e-post och sms från Midsommarföreningen?',
      confirm: 'Sluta få meddelanden',
      told: /^Klart\. Du får fortfarande e-post från Midsommarföreningen om det som är ditt/,
      resume: 'Få meddelanden igen',
    },
  ] as const)('$language: asks first, and can be taken back', async ({ language, ...texts }) => {
    const user = await openInvitation(language)
    const asked = stopped(true)
    await press(user, texts.open)
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: texts.question }))
    expect(asked).toHaveLength(0)
    await press(user, texts.confirm)
    const told = await screen.findByText(texts.told)
    await waitFor(() => expect(document.activeElement).toBe(told))
    expect(asked[0]?.body).toEqual({ stop: true })

    const again = stopped(false)
    await press(user, texts.resume)
    const open = await screen.findByRole('button', { name: texts.open })
    await waitFor(() => expect(document.activeElement).toBe(open))
    expect(again[0]?.body).toEqual({ stop: false })
  })

  it('can be left alone', async () => {
    const user = await openInvitation()
    const asked = stopped(true)
    await press(user, 'Stop messages from Midsommarföreningen')
    await press(user, 'Keep them')
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: 'Stop messages from Midsommarföreningen' }),
    )
    expect(asked).toHaveLength(0)
  })

  it.each([
    {
      language: 'en',
      blocked: /^No organizer’s e-mail reaches your address: “It wasn’t me” was pressed for it\./,
      open: 'Stop messages from Midsommarföreningen',
      confirm: 'Stop messages',
      told: 'Stopped. Midsommarföreningen sends you nothing.',
      promise: /by e-mail/,
    },
    {
      language: 'sv',
      blocked: /^Ingen arrangörs e-post når din adress: någon har tryckt på ”Det var inte jag” för den\./,
      open: 'Sluta få meddelanden från Midsommarföreningen',
      confirm: 'Sluta få meddelanden',
      told: 'Klart. Midsommarföreningen skickar ingenting till dig.',
      promise: /får fortfarande e-post/,
    },
  ] as const)('$language: promises no e-mail to a blocked address (D28)', async ({ language, ...texts }) => {
    answer('invitations', 'getAssignment', buildInvitation({ email_blocked: true }))
    const user = await renderPublic(publicPaths.confirmation(token), language)
    await screen.findByText(texts.blocked)
    stopped(true)
    await press(user, texts.open)
    expect(screen.queryByText(texts.promise)).toBeNull()
    await press(user, texts.confirm)
    await screen.findByText(texts.told)
    expect(screen.queryByText(texts.promise)).toBeNull()
  })

  it('says how it stands, and why it did not work', async () => {
    answer('invitations', 'getAssignment', buildInvitation({ messages_stopped: true }))
    refuse('invitations', 'stopMessages', { status: 503, error: 'The service is busy.' })
    const user = await renderPublic(publicPaths.confirmation(token))
    await screen.findByText(/^Stopped\. You still hear from Midsommarföreningen/)
    await press(user, 'Get messages again')
    expect((await screen.findByRole('alert')).textContent).toBe('Error: The service is busy.')
  })

  it.each([
    { status: 403, isThere: true },
    { status: 404, isThere: false },
  ])('where the link is closed ($status): $isThere', async ({ status, isThere }) => {
    refuse('invitations', 'getAssignment', { status })
    refuse('invitations', 'getOrganizer', { status: 503 })
    await renderPublic(publicPaths.confirmation(token))
    await screen.findByRole('alert')
    expect(screen.queryByRole('button', { name: 'Stop messages from the organizer' }) !== null).toBe(isThere)
  })
})

function stopped(messages_stopped: boolean) {
  return answer('invitations', 'stopMessages', { messages_stopped })
}
