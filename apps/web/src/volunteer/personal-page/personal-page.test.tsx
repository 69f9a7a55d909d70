import type { Invitation } from '@muster/contract/personal-shift'
import { routes } from '@muster/contract/routes'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import { answer, lose, refuse, stall } from '../../testing/answers.ts'
import { buildInvitation } from '../../testing/build-invitation.ts'
import { renderPublic } from '../../testing/render-public.tsx'
import { server } from '../../testing/server.ts'

const token = 'a'.repeat(43)
const until = '2199-06-20T06:00:00.000Z'
const confirmed = { status: 'CONFIRMED', change: 'cancel', cancel_until: until } as const
const declined = { status: 'DECLINED', change: 'take', cancel_until: until } as const
const late = { status: 'CONFIRMED', change: null, cancel_until: '2026-01-01T07:00:00.000Z' } as const

function buildOther(given: Partial<Invitation['other_shifts'][number]> = {}) {
  return {
    token: 'kitchen',
    status: 'CONFIRMED' as const,
    answer_by: '2199-06-15T12:00:00.000Z',
    change: 'cancel' as const,
    cancel_until: until,
    moved_from: null,
    confirm_by: null,
    freed_unanswered: false,
    offer_ended: null,
    gave_up: false,
    swap: null,
    handed_over: false,
    start_dt: '2199-06-22T10:00:00.000Z',
    end_dt: '2199-06-22T14:00:00.000Z',
    meeting_point: null,
    note: null,
    role: { name: 'Kitchen', description: 'Bring an apron.' },
    ...given,
  }
}

async function openPage(given: Partial<Invitation> = confirmed, language: 'en' | 'sv' = 'en') {
  const read = answer('invitations', 'getAssignment', buildInvitation(given))
  const user = await renderPublic(publicPaths.confirmation(token), language)
  await screen.findByRole('heading', { name: language === 'en' ? 'Hello Björn' : 'Hej Björn' })
  return { user, read }
}

function buildFull(): Invitation {
  const full = buildInvitation(declined)
  return { ...full, shift: { ...full.shift, spots_left: 0 } }
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const dialog = () => screen.getByRole('dialog')
const row = (name: string) => {
  const found = screen.getAllByRole('listitem').find((item) => item.textContent.startsWith(name))
  if (!found) throw new Error(`no row ${name}`)
  return within(found)
}

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const lookAgain = () => act(() => void document.dispatchEvent(new Event('visibilitychange')))

async function openDialog(given: Partial<Invitation> = confirmed) {
  const { user, read } = await openPage(given)
  await user.click(button('Can’t make it?'))
  return { user, read }
}

describe('the shifts of one person', () => {
  it('shows the next one as the ticket, whatever link was opened', async () => {
    const first = buildOther({ start_dt: '2199-06-20T10:00:00.000Z', end_dt: '2199-06-20T14:00:00.000Z' })
    await openPage({ ...confirmed, other_shifts: [first] })
    const ticket = within(screen.getByRole('article'))
    ticket.getByText(/^Next shift · in/)
    ticket.getByRole('heading', { name: 'Kitchen' })
    ticket.getByText('Bring an apron.')
    expect(ticket.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')).toBe(
      '/assignment/kitchen/calendar.ics',
    )
    row('Kitchen').getByText('Next')
    row('Entrance').getByRole('button', { name: /^Can’t make it\? Entrance, Fri\s21\sJune/ })
    expect(
      row('Entrance')
        .getByRole('link', { name: /^Add to calendar: Entrance/ })
        .getAttribute('href'),
    ).toBe(`/assignment/${token}/calendar.ics`)
  })

  it.each([
    {
      language: 'en',
      lead: /^in [\d,]+ days$/,
      next: 'Next',
      yes: /^I’ll be there/,
      open: /^Can’t make it\?/,
    },
    {
      language: 'sv',
      lead: /^om [\d\s]+ dagar$/,
      next: 'Nästa',
      yes: /^Jag kommer/,
      open: /^Jag får förhinder/,
    },
  ] as const)(
    '$language: calls the first that is not over the next one, also under the ticket of a later one',
    async ({ language, lead, next, yes, open }) => {
      const sooner = buildOther({
        start_dt: '2199-06-20T10:00:00.000Z',
        end_dt: '2199-06-20T14:00:00.000Z',
      })
      const over = buildOther({
        token: 'bar',
        start_dt: '2020-06-20T10:00:00.000Z',
        end_dt: '2020-06-20T14:00:00.000Z',
        change: null,
      })
      const other_shifts = [over, sooner]
      answer('invitations', 'getAssignment', buildInvitation({ status: 'INVITED', other_shifts }))
      const user = await renderPublic(publicPaths.confirmation(token), language)
      answer('invitations', 'answerInvitation', buildInvitation({ ...confirmed, other_shifts }))
      await user.click(await screen.findByRole('button', { name: yes }))
      await screen.findByText(lead)
      within(screen.getByRole('article')).getByRole('heading', { name: 'Entrance' })
      expect(row('Entrance').queryByText(next)).toBeNull()
      row('Kitchen').getByText(next)
      row('Kitchen').getByRole('button', { name: open })
      expect(screen.getAllByText(next)).toHaveLength(1)
    },
  )

  it.each([
    ['en', /^Mon$/],
    ['sv', /^\(natten till måndag\)$/],
  ] as const)(
    '%s: has the day of a later end in a box of its own in the ticket',
    async (language, laterDay) => {
      const { shift } = buildInvitation()
      const [start_dt, end_dt] = ['2199-06-23T20:00:00.000Z', '2199-06-23T23:00:00.000Z']
      await openPage({ ...confirmed, shift: { ...shift, start_dt, end_dt } }, language)
      const ticket = within(screen.getByRole('article'))
      ticket.getByText('22:00–01:00')
      expect(ticket.getByText(laterDay).className).toBe('inline-block')
    },
  )

  it.each([
    ['en', 'confirmed', 'confirmed'],
    ['sv', 'tackat ja', 'du är med'],
  ] as const)('%s: does not say of one that is over that they are on it', async (language, past, ahead) => {
    const over = { start_dt: '2020-06-20T10:00:00.000Z', end_dt: '2020-06-20T14:00:00.000Z' }
    await openPage({ ...confirmed, other_shifts: [buildOther({ ...over, change: null })] }, language)
    row('Kitchen').getByText(past)
    row('Entrance').getByText(ahead)
  })

  it('folds what is over, and says which can no longer be answered', async () => {
    const { user } = await openPage({
      ...confirmed,
      other_shifts: [
        buildOther({
          start_dt: '2020-06-20T10:00:00.000Z',
          end_dt: '2020-06-20T14:00:00.000Z',
          change: null,
        }),
        buildOther({
          token: null,
          status: 'INVITED',
          change: null,
          meeting_point: null,
          note: null,
          role: { name: 'Gate', description: null },
        }),
      ],
    })
    row('Gate').getByText('The time to answer is over.')
    await user.click(screen.getByText('1 earlier shift'))
    expect(row('Kitchen').queryByRole('button')).toBeNull()
  })

  it.each([
    {
      language: 'en',
      title: 'Can you help here too?',
      yes: /^Yes, I can Bar, Sat\s22\sJune/,
      status: 'confirmed',
    },
    { language: 'sv', title: 'Kan du hjälpa till här också?', yes: /^Ja, jag kan Bar/, status: 'du är med' },
  ] as const)(
    '$language: answers another invitation by its own link',
    async ({ language, title, yes, status }) => {
      const bar = buildOther({
        token: 'bar',
        status: 'INVITED',
        change: null,
        meeting_point: null,
        note: null,
        role: { name: 'Bar', description: null },
      })
      const { user } = await openPage({ ...confirmed, other_shifts: [bar] }, language)
      screen.getByRole('heading', { name: title })
      const asked = answer('invitations', 'answerInvitation', buildInvitation(confirmed))
      await user.dblClick(button(yes))
      await waitFor(() => row('Bar').getByText(status))
      expect(asked).toMatchObject([{ path: '/assignment/bar/confirm', body: { confirm: true } }])
      expect(screen.queryByRole('heading', { name: title })).toBeNull()
      await waitFor(() =>
        expect(document.activeElement).toBe(
          screen.getByRole('heading', { name: language === 'en' ? 'All your shifts' : 'Alla dina pass' }),
        ),
      )
    },
  )

  it('says at the invitation why an answer was refused', async () => {
    const bar = buildOther({
      token: 'bar',
      status: 'INVITED',
      change: null,
      meeting_point: null,
      note: null,
      role: { name: 'Bar', description: null },
    })
    const { user } = await openPage({ ...confirmed, other_shifts: [bar] })
    refuse('invitations', 'answerInvitation', {
      status: 409,
      code: 'schedule_conflict',
      error: 'You are busy.',
    })
    await user.click(button(/^Yes, I can/))
    expect((await row('Bar').findByRole('alert')).textContent).toBe('Error: You are busy.')
  })
})

describe('giving a place up', () => {
  it.each([
    {
      language: 'en',
      open: 'Can’t make it?',
      why: 'Why? (optional)',
      confirm: 'Give up my place',
      done: 'Your place is open again',
      undo: 'Undo',
      take: 'Take the place',
    },
    {
      language: 'sv',
      open: 'Jag får förhinder',
      why: 'Varför? (valfritt)',
      confirm: 'Lämna återbud',
      done: 'Din plats är ledig igen',
      undo: 'Ångra',
      take: 'Ta platsen',
    },
  ] as const)('$language: with a reason, and undone', async ({ language, ...texts }) => {
    const { user } = await openPage(confirmed, language)
    await user.click(button(texts.open))
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: texts.open }))
    await user.type(screen.getByLabelText(texts.why), 'Feber')
    const asked = answer('invitations', 'changeAnswer', buildInvitation(declined))
    const pressed_at = performance.now()
    await user.dblClick(button(texts.confirm))
    const take = await screen.findByRole('button', { name: texts.take })
    expect(asked).toMatchObject([
      { path: `/assignment/${token}/change`, body: { status: 'DECLINED', reason: 'Feber' } },
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(take))
    expect(screen.getAllByText(texts.done).length).toBeGreaterThan(0)

    const undone = answer('invitations', 'changeAnswer', buildInvitation(confirmed))
    // This is the second press of a double click, even if the steps before took longer than one.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(pressed_at)
    await user.click(button(texts.undo))
    clock.mockRestore()
    expect(undone).toEqual([])
    await afterDoubleClick()
    // The second click of a double click, which the page ignores. Otherwise the button would be busy, with another label.
    fireEvent.click(button(texts.undo), { detail: 2 })
    await user.click(button(texts.undo))
    await screen.findByRole('button', { name: texts.open })
    expect(undone).toMatchObject([{ body: { status: 'CONFIRMED' } }])
    expect(screen.queryByRole('button', { name: texts.undo })).toBeNull()
  })

  it('keeps the place, by the button, Escape and back', async () => {
    const { user } = await openDialog()
    await user.click(button('Keep my place'))
    expect(screen.queryByRole('dialog')).toBeNull()

    await user.click(button('Can’t make it?'))
    dialog().dispatchEvent(new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    await user.click(button('Can’t make it?'))
    act(() => void dispatchEvent(new PopStateEvent('popstate')))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('cannot be taken back while it is sent, by the button, Escape or back', async () => {
    const line = new EventTarget()
    const landed = new Promise((resolve) => line.addEventListener('landed', resolve))
    server.use(
      http.post(`*${routes.invitations.changeAnswer.path}`, async () => {
        await landed
        return HttpResponse.json(buildInvitation(declined))
      }),
    )
    const { user } = await openDialog()
    await user.type(screen.getByLabelText('Why? (optional)'), 'Fever')
    await user.click(button('Give up my place'))
    const keep = button('Keep my place')
    expect(keep.getAttribute('aria-disabled')).toBe('true')
    await user.click(keep)
    dialog().dispatchEvent(new Event('cancel', { cancelable: true }))
    act(() => void dispatchEvent(new PopStateEvent('popstate')))
    within(dialog()).getByRole('button', { name: /Sending…/ })
    expect(screen.getByLabelText('Why? (optional)')).toHaveProperty('value', 'Fever')
    line.dispatchEvent(new Event('landed'))
    await screen.findByRole('button', { name: 'Take the place' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('counts near the end, and sends no more than 200 characters', async () => {
    const asked = answer('invitations', 'changeAnswer', buildInvitation(declined))
    const { user } = await openDialog()
    const why = screen.getByLabelText('Why? (optional)')
    await user.click(why)
    await user.paste('x'.repeat(190))
    screen.getByText('10 characters left')
    await user.paste('x'.repeat(11))
    screen.getByText('At most 200 characters.')
    await user.click(button('Give up my place'))
    expect(document.activeElement).toBe(why)
    expect(asked).toHaveLength(0)
  })

  it('of the other shifts by their own link', async () => {
    const { user } = await openPage({ ...confirmed, other_shifts: [buildOther()] })
    await user.click(button(/^Can’t make it\? Kitchen/))
    const asked = answer('invitations', 'changeAnswer', buildInvitation(declined))
    await user.click(button('Give up my place'))
    await waitFor(() => row('Kitchen').getByRole('button', { name: /^Take the place/ }))
    expect(asked).toMatchObject([{ path: '/assignment/kitchen/change' }])
    row('Entrance').getByText('confirmed')
  })

  it('takes the thanks for the first answer away', async () => {
    answer('invitations', 'getAssignment', buildInvitation({ status: 'INVITED' }))
    const user = await renderPublic(publicPaths.confirmation(token))
    answer('invitations', 'answerInvitation', buildInvitation(confirmed))
    await user.click(await screen.findByRole('button', { name: 'I’ll be there (confirm)' }))
    await screen.findByRole('heading', { name: 'Thank you, Björn!' })
    answer('invitations', 'changeAnswer', buildInvitation(declined))
    await user.click(button('Can’t make it?'))
    await user.click(button('Give up my place'))
    await screen.findByRole('heading', { name: 'Hello Björn' })
    screen.getByText('declined')
  })

  it.each([
    {
      since: { status: 'ABSENT', change: null },
      says: /^The organizer has noted that you did not come/,
    },
    {
      since: { status: 'DECLINED', change: 'take', freed_unanswered: true },
      says: /^This shift moved, and we had no answer from you/,
    },
  ] as const)('takes them away once $since.status by the organiser', async ({ since, says }) => {
    answer('invitations', 'getAssignment', buildInvitation({ status: 'INVITED' }))
    const user = await renderPublic(publicPaths.confirmation(token))
    answer('invitations', 'answerInvitation', buildInvitation(confirmed))
    await user.click(await screen.findByRole('button', { name: 'I’ll be there (confirm)' }))
    await screen.findByRole('heading', { name: 'Thank you, Björn!' })
    answer('invitations', 'getAssignment', buildInvitation(since))
    lookAgain()
    await screen.findByRole('heading', { name: 'Hello Björn' })
    screen.getByText(says)
  })

  it('can be answered again when the organiser asks again', async () => {
    const invited = buildInvitation({ status: 'INVITED' })
    answer('invitations', 'getAssignment', invited)
    const user = await renderPublic(publicPaths.confirmation(token))
    answer('invitations', 'answerInvitation', buildInvitation({ status: 'DECLINED' }))
    await user.click(await screen.findByRole('button', { name: 'I can’t (decline)' }))
    await screen.findByRole('heading', { name: 'Thanks for telling us' })
    answer('invitations', 'getAssignment', invited)
    lookAgain()
    answer('invitations', 'answerInvitation', buildInvitation(confirmed))
    await user.click(await screen.findByRole('button', { name: 'I’ll be there (confirm)' }))
    await screen.findByRole('heading', { name: 'Thank you, Björn!' })
  })

  it.each([
    { given: { status: 503, error: 'The service is busy.' }, text: 'Error: The service is busy.' },
    { given: { status: 403 }, text: 'Error: This link has expired. Please contact the organizer.' },
    { given: { status: 404 }, text: 'Error: This link is invalid or no longer exists.' },
  ])('$given.status: says so in the dialog, and the reason stays', async ({ given, text }) => {
    refuse('invitations', 'changeAnswer', given)
    const { user } = await openDialog()
    await user.type(screen.getByLabelText('Why? (optional)'), 'Fever')
    await user.click(button('Give up my place'))
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(screen.getByLabelText('Why? (optional)')).toHaveProperty('value', 'Fever')
    await user.click(button('Keep my place'))
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(button('Can’t make it?'))
    expect(screen.getByLabelText('Why? (optional)')).toHaveProperty('value', 'Fever')
  })

  it('of a shift that was cancelled meanwhile: the dialog closes, and the page says so', async () => {
    const gone = { status: 404, code: 'link_invalid' }
    refuse('invitations', 'changeAnswer', gone)
    refuse('invitations', 'getOrganizer', gone)
    const { user } = await openDialog()
    refuse('invitations', 'getAssignment', gone)
    await user.click(button('Give up my place'))
    const heading = await screen.findByRole('heading', { name: 'This link can’t be opened' })
    await screen.findByText(/^The shift may have been cancelled, or the place is no longer yours\./)
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })

  it('without a connection, and the same press again is safe', async () => {
    server.use(http.post(`*${routes.invitations.changeAnswer.path}`, () => HttpResponse.error()))
    const { user } = await openDialog()
    await user.click(button('Give up my place'))
    expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t reach the server.')
    answer('invitations', 'changeAnswer', buildInvitation(declined))
    await user.click(button('Give up my place'))
    await screen.findByRole('button', { name: 'Take the place' })
  })

  it('is done if only the answer was lost', async () => {
    const { user } = await openDialog()
    lose('invitations', 'changeAnswer')
    answer('invitations', 'getAssignment', buildInvitation(declined))
    await user.click(button('Give up my place'))
    await screen.findByRole('button', { name: 'Undo' })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('too late meanwhile: the dialog says whom to ask', async () => {
    refuse('invitations', 'changeAnswer', { status: 409, code: 'cancelling_closed', error: 'Too late.' })
    const { user } = await openDialog()
    answer('invitations', 'getAssignment', buildInvitation(late))
    await user.click(button('Give up my place'))
    // Another dialog takes the place of the one that was sent.
    await waitFor(() => within(dialog()).getByRole('link', { name: /^Call/ }))
    expect(screen.queryByRole('button', { name: 'Give up my place' })).toBeNull()
  })

  it('says when somebody else was faster than the undo', async () => {
    answer('invitations', 'changeAnswer', buildInvitation(declined))
    const { user } = await openDialog()
    await user.click(button('Give up my place'))
    await screen.findByRole('button', { name: 'Undo' })
    refuse('invitations', 'changeAnswer', { status: 409, code: 'shift_full', error: 'All taken.' })
    answer('invitations', 'getAssignment', buildInvitation(declined))
    await afterDoubleClick()
    await user.click(button('Undo'))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Somebody else has taken the place in the meantime.',
    )
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('can be undone again after an answer that is not the server’s', async () => {
    answer('invitations', 'changeAnswer', buildInvitation(declined))
    const { user } = await openDialog()
    await user.click(button('Give up my place'))
    await screen.findByRole('button', { name: 'Undo' })
    refuse('invitations', 'changeAnswer', { status: 200 })
    await afterDoubleClick()
    await user.click(button('Undo'))
    await screen.findByRole('alert')
    answer('invitations', 'changeAnswer', buildInvitation(confirmed))
    await user.click(button('Undo'))
    await screen.findByRole('button', { name: 'Can’t make it?' })
  })
})

const afterDoubleClick = () => new Promise((resolve) => setTimeout(resolve, 500))

const wordsOfWay = {
  en: { open: 'Can’t make it?', giveUp: 'Give up my place', take: 'Take the place' },
  sv: { open: 'Jag får förhinder', giveUp: 'Lämna återbud', take: 'Ta platsen' },
}

describe('the undo', () => {
  afterEach(() => void vi.useRealTimers())

  it('ends after ten seconds, but not while it is focused', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    answer('invitations', 'changeAnswer', buildInvitation(declined))
    const { user } = await openDialog()
    await user.click(button('Give up my place'))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    answer('invitations', 'getAssignment', buildInvitation(declined))
    pass(9_000)
    act(() => undo.focus())
    pass(60_000)
    expect(undo.isConnected).toBe(true)
    act(() => undo.blur())
    expect(undo.isConnected).toBe(false)
    button('Take the place')
  })

  it.each([
    { language: 'en', full: /^This shift is full\./, ...wordsOfWay.en },
    { language: 'sv', full: /^Passet är fullt\./, ...wordsOfWay.sv },
  ] as const)(
    '$language: afterwards the place is kept for those in line',
    async ({ language, full, ...texts }) => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
      const { user } = await openPage(confirmed, language)
      answer('invitations', 'changeAnswer', buildInvitation(declined))
      await user.click(button(texts.open))
      await user.click(button(texts.giveUp))
      const take = await screen.findByRole('button', { name: texts.take })
      await waitFor(() => expect(document.activeElement).toBe(take))
      answer('invitations', 'getAssignment', buildFull())
      pass(10_000)
      const note = await screen.findByText(full)
      expect(document.activeElement).toBe(note)
      expect(screen.queryByRole('button', { name: texts.take })).toBeNull()
    },
  )
})

describe('a declined shift', () => {
  it('is taken again, once', async () => {
    const { user } = await openPage(declined)
    const asked = answer('invitations', 'changeAnswer', buildInvitation(confirmed))
    await user.dblClick(button('Take the place'))
    await waitFor(() => expect(document.activeElement).toBe(button('Can’t make it?')))
    expect(asked).toMatchObject([{ body: { status: 'CONFIRMED' } }])
  })

  it('is not offered while it is full', async () => {
    await openPage(buildFull())
    expect(document.activeElement).toBe(document.body)
    screen.getByText(/^This shift is full\./)
    expect(screen.queryByRole('button', { name: 'Take the place' })).toBeNull()
    answer('invitations', 'getAssignment', buildInvitation(declined))
    lookAgain()
    await screen.findByRole('button', { name: 'Take the place' })
  })

  it('says once that it is full meanwhile', async () => {
    const { user } = await openPage(declined)
    refuse('invitations', 'changeAnswer', { status: 409, code: 'shift_full', error: 'All taken.' })
    answer('invitations', 'getAssignment', buildFull())
    await user.click(button('Take the place'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Take the place' })).toBeNull())
    screen.getByText(/^This shift is full\./)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says that another one is full, also where nobody has taken it', async () => {
    const { user } = await openPage({ ...confirmed, other_shifts: [buildOther(declined)] })
    refuse('invitations', 'changeAnswer', { status: 409, code: 'shift_full', error: 'All taken.' })
    await user.click(button(/^Take the place Kitchen/))
    expect((await row('Kitchen').findByRole('alert')).textContent).toMatch(/^This shift is full\./)
  })
})

describe('after the last time to cancel', () => {
  it.each([
    {
      contact: { phone: '+46 70 123 45 67', email: 'a@b.example' },
      links: ['tel:+46701234567', /^sms:\+46701234567\?&body=I%20can/, /^mailto:a@b\.example\?subject=/],
    },
    { contact: { phone: null, email: 'a@b.example' }, links: [/^mailto:a@b\.example/] },
    { contact: { phone: null, email: null }, links: [] },
  ])('gives the contact that is known: $contact', async ({ contact, links }) => {
    await openDialog({ ...late, contact })
    within(dialog()).getByText(/^It’s too late to give the place up here\./)
    const shown = within(dialog()).queryAllByRole('link')
    expect(shown.map((link) => link.getAttribute('href'))).toEqual(
      links.map((href) => (typeof href === 'string' ? href : expect.stringMatching(href))),
    )
  })

  it('says where nobody cancels by themselves', async () => {
    await openDialog({ ...late, cancel_until: null })
    within(dialog()).getByText(/^Places at this event are not given up here\./)
  })

  it('offers nothing once the shift has begun', async () => {
    const running = buildInvitation(late)
    running.shift.start_dt = '2020-06-21T06:00:00.000Z'
    await openPage(running)
    screen.getByText('In progress now')
    expect(screen.queryByRole('button', { name: 'Can’t make it?' })).toBeNull()
  })
})

describe('two tabs', () => {
  it('shows what the other one has changed', async () => {
    await openPage()
    answer('invitations', 'getAssignment', buildInvitation(declined))
    lookAgain()
    await screen.findByRole('button', { name: 'Take the place' })
  })

  it('closes the dialog of a place that was given up in the other one', async () => {
    await openDialog()
    answer('invitations', 'getAssignment', buildInvitation(declined))
    lookAgain()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('does not show an older state after a change', async () => {
    const { user } = await openPage()
    const line = new EventTarget()
    const landed = new Promise((resolve) => line.addEventListener('landed', resolve))
    server.use(
      http.get(`*${routes.invitations.getAssignment.path}`, async () => {
        await landed
        return HttpResponse.json(buildInvitation(confirmed))
      }),
    )
    lookAgain()
    answer('invitations', 'changeAnswer', buildInvitation(declined))
    await user.click(button('Can’t make it?'))
    await user.click(button('Give up my place'))
    await screen.findByRole('button', { name: 'Take the place' })
    const reads = vi.spyOn(Response.prototype, 'text')
    line.dispatchEvent(new Event('landed'))
    await waitFor(() => expect(reads).toHaveBeenCalledOnce())
    await act(async () => void (await reads.mock.results[0]?.value))
    button('Take the place')
  })

  it('runs one change at a time', async () => {
    const { user } = await openPage({ ...declined, other_shifts: [buildOther(declined)] })
    const asked = stall('invitations', 'changeAnswer')
    await user.click(button(/^Take the place Kitchen/))
    await user.click(button('Take the place'))
    await waitFor(() => expect(asked).toHaveLength(1))
  })
})

it('forgets the refusal of an answer when another shift is answered', async () => {
  const other = buildOther({ status: 'INVITED', change: null, cancel_until: null })
  answer('invitations', 'getAssignment', buildInvitation({ status: 'INVITED', other_shifts: [other] }))
  const error = 'It overlaps another shift.'
  refuse('invitations', 'answerInvitation', { status: 409, code: 'schedule_conflict', error })
  const user = await renderPublic(publicPaths.confirmation(token))
  await user.click(await screen.findByRole('button', { name: 'I’ll be there (confirm)' }))
  expect((await screen.findByRole('alert')).textContent).toBe(`Error: ${error}`)
  answer('invitations', 'answerInvitation', buildInvitation({ status: 'DECLINED' }))
  await user.click(screen.getByRole('button', { name: /^No/ }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(screen.getByRole('button', { name: 'I’ll be there (confirm)' })).toBeDefined()
})

it.each([
  { language: 'en', sentence: 'You gave this place up.' },
  { language: 'sv', sentence: 'Du har lämnat återbud till det här passet.' },
] as const)(
  '$language: says that a place was given up, not that a shift was declined (D39)',
  async ({ language, sentence }) => {
    await openPage({ ...declined, gave_up: true }, language)
    expect(screen.getByText(sentence)).toBeDefined()
    expect(screen.queryByText(language === 'en' ? 'declined' : 'tackat nej')).toBeNull()
  },
)

it.each([
  { waiting_list: true, gave_up: true, isOffered: true },
  { waiting_list: false, gave_up: true, isOffered: false },
  { waiting_list: true, gave_up: false, isOffered: false },
])('leads from a place that others have now to the waiting list: %o', async ({ isOffered, ...given }) => {
  await openPage({ ...buildFull(), ...given })
  const link = screen.queryByRole('link', { name: 'See the waiting list' })
  expect(link !== null).toBe(isOffered)
})
