import type { BroadcastPreview, BroadcastProgress } from '@muster/contract/broadcasts'
import { defaultReminder } from '@muster/contract/rules/default-reminder'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, refuse, stall } from '../../testing/answers.ts'
import { buildEvent, buildId } from '../../testing/build-event.ts'
import { pushLive } from '../../testing/live-channel.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { shownSearch } from '../../testing/shown-search.ts'

const event = buildEvent({ name: 'Midsommar i parken' })
const broadcast_id = buildId()
const address = `/events/${event.id}/broadcast`

const sample = {
  first_name: 'Björn',
  last_name: 'af Ekenstam',
  language: 'sv',
  email: {
    from: 'Midsommarföreningen',
    subject: 'Påminnelse: Midsommar i parken',
    html: '<!doctype html><html><head><style>.ink{color:red}</style></head><body class="canvas" style="margin:0"><p class="ink" style="font-size:16px">Snart är det dags</p><a href="https://muster.example/c/x" style="color:#fff">Svara</a></body></html>',
    text: 'Snart är det dags',
  },
  sms: {
    from: 'Midsommar',
    text: 'Hej!\n\nEntré, fre 19 juni 12:00-16:00',
    characters: 253,
    segments: 2,
    stop_link: null,
  },
} as const

const preview: BroadcastPreview = {
  groups: { past: 0, current: 0, upcoming: 2 },
  total_count: 4,
  sendable_count: 3,
  people_count: 2,
  languages: { en: 0, sv: 2 },
  main_language: 'sv',
  expired_count: 0,
  recipients: [
    {
      person_id: buildId(),
      first_name: 'Björn',
      last_name: 'af Ekenstam',
      shifts: 2,
      email: 'reachable',
      sms: 'reachable',
    },
    {
      person_id: buildId(),
      first_name: 'Åsa',
      last_name: 'Öberg',
      shifts: 1,
      email: 'reachable',
      sms: 'no_contact_info',
    },
  ],
  samples: [sample],
  most_segments: 2,
}
const in_two_languages: BroadcastPreview = {
  ...preview,
  languages: { en: 1, sv: 2 },
  samples: [{ ...sample, first_name: 'Mia', language: 'en' }, sample],
}

const counts = { QUEUED: 0, SENDING: 0, SENT: 0, DELIVERED: 0, FAILED: 0, UNKNOWN: 0 }
const progress = (given: Partial<BroadcastProgress> = {}): BroadcastProgress => ({
  id: broadcast_id,
  event_id: event.id,
  message_type: 'reminder',
  created_at: '2026-06-19T10:00:00.000Z',
  people_count: 2,
  total_count: 4,
  sendable: 3,
  settled: 0,
  counts: { ...counts, QUEUED: 3 },
  retrying: 0,
  waits_ms: 0,
  undone_count: 0,
  problem_count: 1,
  problems: [],
  ...given,
})
const half = progress({ settled: 1, counts: { ...counts, SENT: 1, QUEUED: 2 } })
const done = progress({ settled: 3, counts: { ...counts, SENT: 2, DELIVERED: 1 } })

const { problem_count: _, problems: __, ...fields } = progress()
const earlier = {
  ...fields,
  created_by: 'maja@muster.example',
  created_by_name: 'Maja Lind',
  text: 'Ta med regnkläder!',
  form: {
    messageType: 'reminder',
    communicationChannel: 'both',
    includePastShifts: false,
    includeCurrentShifts: true,
    includeUpcomingShifts: true,
    includeLink: true,
    customText: 'Ta med regnkläder!',
  },
} as const

beforeEach(() => {
  answerOrganization()
  answer('events', 'listEvents', { events: [event] })
  answer('events', 'getEvent', event)
  answer('broadcasts', 'previewBroadcast', preview)
  answer('broadcasts', 'getBroadcast', progress())
  answer('broadcasts', 'listBroadcasts', [])
})
afterEach(() => vi.useRealTimers())

/** Selects the form's own output, because the toasts are an output too. */
const status = () => document.querySelector('form output')?.textContent
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const text = () => screen.getByRole<HTMLTextAreaElement>('textbox')
const tick = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })

async function openForm(language: 'en' | 'sv' = 'en') {
  const user = await renderApp(address, { language })
  await screen.findByRole('textbox')
  return user
}

async function send(language: 'en' | 'sv' = 'en') {
  const user = await openForm(language)
  await pressSend(user, language)
  return user
}

async function pressSend(user: Awaited<ReturnType<typeof openForm>>, language: 'en' | 'sv' = 'en') {
  await user.click(button(language === 'en' ? 'Send' : 'Skicka'))
  await user.click(await screen.findByRole('button', { name: /^(Send|Skicka) 3 \w+$/ }))
}

describe('the form', () => {
  it('begins with the defaults', async () => {
    await openForm()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Broadcast')
    expect(radio(/^Reminder/).checked).toBe(true)
    expect(radio(/^Both/).checked).toBe(true)
    expect(radio(/^Each their own/).checked).toBe(true)
    expect(tick(/^Past shifts/).checked).toBe(false)
    expect(tick(/^Current shifts/).checked).toBe(true)
    expect(tick(/^Upcoming shifts/).checked).toBe(true)
    expect(tick(/^Include the personal link/).checked).toBe(true)
    expect(text().getAttribute('rows')).toBe('4')
    expect(tick(/^Include the personal link/).disabled).toBe(false)
    expect(text().value).toBe(defaultReminder(event.name, 'sv'))
    expect(text().value).toContain('Midsommar i parken')
  })

  it.each(['en', 'sv'] as const)(
    'takes its language from the recipients, not from a page in %s',
    async (language) => {
      const asked = answer('broadcasts', 'previewBroadcast', preview)
      await openForm(language)
      expect(text().value).toBe(defaultReminder(event.name, 'sv'))
      expect(text().lang).toBe('sv')
      expect(asked[0]?.body).toMatchObject({ language: null })
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
        { en: 'Broadcast', sv: 'Utskick' }[language],
      )
    },
  )

  it('has a text for each language that people get, and shows how many', async () => {
    answer('broadcasts', 'previewBroadcast', in_two_languages)
    const user = await openForm()
    expect(screen.getByText('English: 1, Svenska: 2')).toBeDefined()
    const tabs = within(screen.getByRole('group', { name: 'Text in' }))
    expect(tabs.getByRole<HTMLInputElement>('radio', { name: 'Svenska' }).checked).toBe(true)
    await user.type(text(), '!')
    await user.click(tabs.getByRole('radio', { name: 'English' }))
    expect(text().value).toBe(defaultReminder(event.name, 'en'))
    expect(await screen.findByText('as Mia af Ekenstam gets it')).toBeDefined()
    await user.clear(text())
    expect(screen.getByText('Empty: these people get the text in the other language.')).toBeDefined()
    await user.click(tabs.getByRole('radio', { name: 'Svenska' }))
    expect(text().value).toBe(`${defaultReminder(event.name, 'sv')}!`)
  })

  it('has one text when a language is chosen', async () => {
    answer('broadcasts', 'previewBroadcast', in_two_languages)
    const user = await openForm()
    const asked = answer('broadcasts', 'previewBroadcast', in_two_languages)
    await user.click(
      within(screen.getByRole('group', { name: 'Message language' })).getByRole('radio', { name: 'English' }),
    )
    expect(screen.queryByRole('group', { name: 'Text in' })).toBeNull()
    expect(text().value).toBe(defaultReminder(event.name, 'en'))
    await waitFor(() =>
      expect(asked.at(-1)?.body).toMatchObject({
        language: 'en',
        customText: defaultReminder(event.name, 'en'),
      }),
    )
  })

  it('a custom message has no personal link; a link that stops SMS is a choice with its cost', async () => {
    const user = await openForm()
    const stop_link = { characters: 76, segments: 1 }
    const asked = answer('broadcasts', 'previewBroadcast', {
      ...preview,
      samples: [{ ...sample, sms: { ...sample.sms, stop_link } }],
    })
    expect(screen.queryByRole('checkbox', { name: /^Add a link that stops SMS/ })).toBeNull()
    await user.click(radio(/^Custom/))
    expect(tick(/^Include the personal link/).disabled).toBe(true)
    await user.type(text(), 'Hej')
    expect(await screen.findByText(/It adds 76 characters, and 1 SMS for each person\.$/)).toBeDefined()
    expect(tick(/^Add a link that stops SMS/).checked).toBe(false)
    await user.click(tick(/^Add a link that stops SMS/))
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ includeStopLink: true }))
    await user.click(radio(/^E-mail/))
    expect(screen.queryByRole('checkbox', { name: /^Add a link that stops SMS/ })).toBeNull()
  })

  it('says how many expired invitations are opened again, and can leave them closed', async () => {
    const user = await openForm()
    expect(screen.queryByRole('checkbox', { name: /expired/ })).toBeNull()
    const asked = answer('broadcasts', 'previewBroadcast', { ...preview, expired_count: 5 })
    await user.click(tick(/^Past shifts/))
    expect(await screen.findByText(/^5 invitations have expired\. The link opens them again/)).toBeDefined()
    await user.click(tick(/^Leave expired invitations closed/))
    expect(screen.getByText(/^5 expired invitations stay closed\./)).toBeDefined()
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ leaveExpired: true }))
    await user.click(tick(/^Include the personal link/))
    expect(screen.queryByRole('checkbox', { name: /expired/ })).toBeNull()
  })

  it('a custom message begins empty and must not stay so', async () => {
    const user = await openForm()
    await user.click(radio(/^Custom/))
    expect(text().value).toBe('')
    expect(button('Send').disabled).toBe(true)
    expect(screen.getByText('Please enter a message to send')).toBeDefined()
    await user.type(text(), '   ')
    expect(button('Send').disabled).toBe(true)
    await user.type(text(), 'Ta med regnkläder')
    expect(button('Send').disabled).toBe(false)
    await user.click(radio(/^Reminder/))
    expect(text().value).toBe('   Ta med regnkläder')
  })

  it('keeps a text over the limit and says so (D4)', async () => {
    const user = await openForm()
    await user.clear(text())
    await user.click(text())
    await user.paste('a'.repeat(5_001))
    expect(text().value).toHaveLength(5_001)
    expect(text().getAttribute('aria-invalid')).toBe('true')
    expect(screen.getAllByText('The message has more than 5,000 characters')).not.toHaveLength(0)
    expect(button('Send').disabled).toBe(true)
    await user.type(text(), '{Backspace}')
    expect(button('Send').disabled).toBe(false)
  })

  it('a reminder may go without a text', async () => {
    const user = await openForm()
    await user.clear(text())
    expect(button('Send').disabled).toBe(false)
  })

  it('needs a group', async () => {
    const user = await openForm()
    await user.click(tick(/^Current shifts/))
    expect(button('Send').disabled).toBe(false)
    await user.click(tick(/^Upcoming shifts/))
    expect(button('Send').disabled).toBe(true)
    expect(screen.getAllByText('Please select at least one volunteer group')).not.toHaveLength(0)
    await user.click(tick(/^Past shifts/))
    expect(button('Send').disabled).toBe(false)
  })

  it('has no default text for past shifts alone', async () => {
    const user = await openForm()
    await user.click(tick(/^Past shifts/))
    await user.click(tick(/^Current shifts/))
    expect(text().value).toBe(defaultReminder(event.name, 'sv'))
    await user.click(tick(/^Upcoming shifts/))
    expect(text().value).toBe('')
    await user.click(tick(/^Upcoming shifts/))
    expect(text().value).toBe(defaultReminder(event.name, 'sv'))
    await user.click(tick(/^Upcoming shifts/))
    await user.type(text(), 'Tack för hjälpen!')
    await user.click(tick(/^Upcoming shifts/))
    expect(text().value).toBe('Tack för hjälpen!')
  })

  it.each([
    ['en', /For those who have not answered it counts as the invitation\.$/],
    ['sv', /För den som inte har svarat räknas den som inbjudan\.$/],
  ] as const)('says what the link is for, in %s', async (language, help) => {
    await openForm(language)
    expect(screen.getByText(help)).toBeDefined()
  })

  it.each([
    ['en', 'Cancel', 'Discard'],
    ['sv', 'Avbryt', 'Kasta'],
  ] as const)('asks before a written text is lost, in %s', async (language, cancel, discard) => {
    const user = await openForm(language)
    await user.type(text(), '!')
    await user.click(screen.getByRole('link', { name: cancel }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: cancel }))
    expect(location.pathname).toBe(address)
    expect(text().value).toBe(`${defaultReminder(event.name, 'sv')}!`)
    await user.click(screen.getByRole('link', { name: cancel }))
    await user.click(await screen.findByRole('button', { name: discard }))
    await waitFor(() => expect(location.pathname).toBe('/events'))
  })

  it('asks about a custom text, but not about one that is as it was', async () => {
    const user = await openForm()
    await user.type(text(), '!{Backspace}')
    await user.click(radio(/^Custom/))
    await user.type(text(), 'H')
    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    await user.type(text(), '{Backspace}')
    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    await waitFor(() => expect(location.pathname).toBe('/events'))
  })

  it('Cancel leads back to the events', async () => {
    const user = await openForm()
    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    expect(location.pathname).toBe('/events')
  })

  it.each([
    [
      'the server’s sentence',
      { error: 'This event does not exist.', status: 404 },
      'This event does not exist.',
    ],
    ['its own', { status: 404 }, 'No event selected for broadcast'],
  ])('an event that cannot be read stands in place of the form: %s', async (_name, refusal, said) => {
    refuse('events', 'getEvent', refusal)
    await renderApp(address)
    expect((await screen.findByRole('alert')).textContent).toBe(said)
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('an event that the server could not send is asked for again', async () => {
    refuse('events', 'getEvent', { status: 500 })
    const user = await renderApp(address)
    expect(await screen.findByText('Something went wrong. Please try again.')).toBeDefined()
    answer('events', 'getEvent', event)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('radio', { name: /^Reminder/ })).toBeDefined()
  })
})

describe('before sending', () => {
  it('says who gets it, and who cannot be reached and why', async () => {
    const user = await openForm()
    expect(await screen.findByText('3 messages to 2 people')).toBeDefined()
    expect(screen.getByText('1 person gets it by one channel only')).toBeDefined()
    expect(screen.getByText('No phone number').parentElement?.textContent).toContain('Åsa Öberg')
    await user.click(screen.getByText('2 people get it'))
    expect(await screen.findByText('E-mail, SMS · 2 shifts')).toBeDefined()
    expect(tick(/^Upcoming shifts/).closest('label')?.textContent).toContain('2 people')
    expect(tick(/^Past shifts/).closest('label')?.textContent).toContain('nobody')
  })

  it('shows both forms as one named person gets them', async () => {
    await openForm()
    const aside = within(screen.getByRole('complementary', { name: 'Preview' }))
    expect(await aside.findByText('as Björn af Ekenstam gets it')).toBeDefined()
    expect(aside.getByText('From Midsommar · 253 characters, sent as 2 SMS')).toBeDefined()
    expect(aside.getByText(/^Hej!/).textContent).toBe(sample.sms.text)
    expect(aside.getByText('Påminnelse: Midsommar i parken')).toBeDefined()
    const mail = document.querySelector('aside dl + div')?.shadowRoot
    expect(mail?.textContent).toContain('Snart är det dags')
    expect(mail?.querySelector<HTMLElement>('p')?.style.fontSize).toBe('16px')
    // The preview's links are another person's and are disabled.
    expect(mail?.querySelector('a')?.hasAttribute('href')).toBe(false)
    expect(screen.getByText(/With shifts and link 253, sent as 2 SMS\.$/)).toBeDefined()
  })

  it('is asked for as the form stands', async () => {
    const user = await openForm()
    const asked = answer('broadcasts', 'previewBroadcast', preview)
    await user.click(tick(/^Past shifts/))
    await user.click(radio(/^SMS/))
    await waitFor(() =>
      expect(asked.at(-1)?.body).toMatchObject({
        messageType: 'reminder',
        communicationChannel: 'sms',
        includePastShifts: true,
        language: null,
      }),
    )
  })

  it('names a text that is too long, and does not send it', async () => {
    answer('broadcasts', 'previewBroadcast', { ...preview, most_segments: 11 })
    await openForm()
    expect(
      await screen.findByText('For the person with the most shifts the message is longer than ten SMS.'),
    ).toBeDefined()
    expect(button('Send').disabled).toBe(true)
  })

  it('without a count nothing is sent', async () => {
    refuse('broadcasts', 'previewBroadcast', { status: 500 })
    const user = await openForm()
    expect((await screen.findAllByText('The preview could not be loaded.')).length).toBeGreaterThan(0)
    expect(button('Send').disabled).toBe(true)
    answer('broadcasts', 'previewBroadcast', preview)
    await user.click(button('Try again'))
    await waitFor(() => expect(button('Send').disabled).toBe(false))
  })
})

describe('the question', () => {
  it('names what leaves, to whom, how and in which language; the way back has the focus', async () => {
    const sent = answer('broadcasts', 'sendBroadcast', { sentCount: 3, totalCount: 4, broadcast_id })
    answer('broadcasts', 'previewBroadcast', { ...preview, expired_count: 1 })
    const user = await openForm()
    await user.click(button('Send'))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Send 3 messages to 2 people?' }))
    expect(dialog.getAllByRole('definition').map((each) => each.textContent)).toEqual([
      'Reminder with personal link',
      'Current shifts, Upcoming shifts',
      '1 SMS of up to 2 parts2 e-mails',
      'Svenska: 2',
      '1 invitation is opened again',
      defaultReminder(event.name, 'sv'),
    ])
    expect(document.activeElement?.textContent).toBe('Cancel')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(sent).toHaveLength(0)
  })

  it('counts what was typed last before it can be confirmed', async () => {
    const user = await openForm()
    const sent = answer('broadcasts', 'sendBroadcast', { sentCount: 3, totalCount: 4, broadcast_id })
    stall('broadcasts', 'previewBroadcast')
    await user.click(tick(/^Past shifts/))
    await user.click(button('Send'))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Counting the recipients...' }))
    await user.click(dialog.getByRole('button', { name: /Counting/ }))
    expect(sent).toHaveLength(0)
  })

  it('a double press sends once', async () => {
    const sent = answer('broadcasts', 'sendBroadcast', { sentCount: 3, totalCount: 4, broadcast_id })
    const user = await openForm()
    await user.click(button('Send'))
    await user.dblClick(await screen.findByRole('button', { name: 'Send 3 messages' }))
    await screen.findByText('0 of 3 sent')
    expect(sent).toHaveLength(1)
  })
})

describe('sending', () => {
  it('sends the form as it stands, under one key, and locks it', async () => {
    const asked = answer('broadcasts', 'sendBroadcast', { sentCount: 3, totalCount: 4, broadcast_id })
    await send()
    expect(await screen.findByText('0 of 3 sent')).toBeDefined()
    expect(asked).toHaveLength(1)
    expect(asked[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
    expect(asked[0]?.body).toEqual({
      messageType: 'reminder',
      customText: defaultReminder(event.name, 'en'),
      texts: { en: defaultReminder(event.name, 'en'), sv: defaultReminder(event.name, 'sv') },
      communicationChannel: 'both',
      includePastShifts: false,
      includeCurrentShifts: true,
      includeUpcomingShifts: true,
      includeLink: true,
      includeStopLink: false,
      leaveExpired: false,
      language: null,
    })
    expect(text().closest('fieldset')?.disabled).toBe(true)
    expect(shownSearch()).toBe(`?id=${broadcast_id}`)
    expect(screen.getByText(/You can leave this page: nothing is lost/)).toBeDefined()
  })

  it('does not ask about a text that was sent', async () => {
    answer('broadcasts', 'sendBroadcast', { sentCount: 3, totalCount: 4, broadcast_id })
    answer(
      'broadcasts',
      'getBroadcast',
      progress({ settled: 3, counts: { ...counts, FAILED: 3 }, problem_count: 0 }),
    )
    const user = await openForm()
    await user.type(text(), '!')
    await pressSend(user)
    await user.click(await screen.findByRole('button', { name: 'Write another' }))
    expect(text().value).toBe(`${defaultReminder(event.name, 'sv')}!`)
    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    await waitFor(() => expect(location.pathname).toBe('/events'))
  })

  it('shows the progress as the live channel brings it, and goes back after two seconds', async () => {
    answer('broadcasts', 'sendBroadcast', { sentCount: 3, totalCount: 4, broadcast_id })
    answer('broadcasts', 'getBroadcast', half)
    await send()
    expect(await screen.findByText('1 of 3 sent')).toBeDefined()
    const bar = screen.getByRole('progressbar')
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['1', '3'])

    answer('broadcasts', 'getBroadcast', done)
    await pushLive(`broadcast:${broadcast_id}`, 'changed', {})
    await waitFor(() => expect(status()).toBe('3 of 3 sent. Back to events in 2 s'))
    expect(location.pathname).toBe(address)
    await waitFor(() => expect(location.pathname).toBe('/events'))
  })

  it('stays for whoever wants to see whom it did not reach', async () => {
    const problems: BroadcastProgress['problems'] = [
      {
        person: { person_id: buildId(), first_name: 'Mia', last_name: 'Ek' },
        channel: 'EMAIL',
        kind: 'failed',
        detail: 'No such mailbox',
      },
      { person: null, channel: 'SMS', kind: 'unknown', detail: null },
    ]
    answer('broadcasts', 'sendBroadcast', { sentCount: 3, totalCount: 4, broadcast_id })
    answer(
      'broadcasts',
      'getBroadcast',
      progress({
        settled: 3,
        counts: { ...counts, SENT: 1, FAILED: 1, UNKNOWN: 1 },
        problem_count: 5,
        problems,
      }),
    )
    const user = await send()
    await user.click(
      await screen.findByRole('button', { name: 'Stay and see which messages did not arrive' }),
    )
    expect(status()).toBe('1 of 3 sent · 1 failed · 1 unknown')
    const list = within(
      screen.getByRole('region', { name: 'Messages that were not sent, or may not have arrived' }),
    )
    expect(list.getByText('E-mail · No such mailbox').parentElement?.textContent).toContain('Mia Ek')
    expect(list.getByText('SMS · It is not known whether it arrived.')).toBeDefined()
    expect(list.getByText('and 3 more messages')).toBeDefined()
  })

  it('comes back to it after a reload', async () => {
    answer('broadcasts', 'getBroadcast', half)
    await renderApp(`${address}?id=${broadcast_id}`)
    expect(await screen.findByText('1 of 3 sent')).toBeDefined()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('one that was complete before stays to be read', async () => {
    answer('broadcasts', 'getBroadcast', done)
    await renderApp(`${address}?id=${broadcast_id}`)
    await screen.findByText('3 of 3 sent')
    expect(screen.queryByText(/Back to events in 2 s/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Back to events' })).toBeDefined()
  })

  it('is red when nobody could be reached', async () => {
    answer('broadcasts', 'sendBroadcast', { sentCount: 0, totalCount: 4, broadcast_id })
    answer('broadcasts', 'getBroadcast', progress({ sendable: 0, counts, problem_count: 4 }))
    await send()
    expect(await screen.findByText('Nothing was sent: nobody could be reached.')).toBeDefined()
    expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(1)
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  it.each([
    ['the server’s sentence', { status: 429, error: 'Too many for today.' }, 'Too many for today.'],
    ['its own', { status: 500 }, 'An error occurred while sending the message'],
  ])(
    'refused: red, with %s, and Retry sends the same again under the same key',
    async (_name, refusal, said) => {
      const first = refuse('broadcasts', 'sendBroadcast', refusal)
      const user = await send()
      expect((await screen.findByRole('alert')).textContent).toBe(said)
      expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(1)
      const second = answer('broadcasts', 'sendBroadcast', { sentCount: 3, totalCount: 4, broadcast_id })
      await user.click(button('Retry'))
      expect(await screen.findByText('0 of 3 sent')).toBeDefined()
      expect(second[0]?.headers.get('idempotency-key')).toBe(first[0]?.headers.get('idempotency-key'))
    },
  )

  it('a refused form can be mended', async () => {
    refuse('broadcasts', 'sendBroadcast', { status: 400, error: 'Too long.' })
    const user = await send()
    await screen.findByRole('alert')
    await user.type(text(), '!')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(button('Send').disabled).toBe(false)
  })

  it('speaks Swedish', async () => {
    answer('broadcasts', 'sendBroadcast', { sentCount: 3, totalCount: 4, broadcast_id })
    answer('broadcasts', 'getBroadcast', half)
    await send('sv')
    expect(await screen.findByText('1 av 3 skickade')).toBeDefined()
    expect(screen.getByText(/Du kan lämna sidan: ingenting går förlorat/)).toBeDefined()
  })
})

describe('the time to undo', () => {
  const waiting = progress({ waits_ms: 10_000 })
  const undone = progress({ sendable: 0, counts, undone_count: 3, problem_count: 0 })
  beforeEach(() => {
    answer('broadcasts', 'sendBroadcast', { sentCount: 3, totalCount: 4, broadcast_id })
    answer('broadcasts', 'getBroadcast', waiting)
  })

  it('says what will leave and when, and that leaving the page changes nothing', async () => {
    await send()
    const undo = await screen.findByRole('button', { name: 'Undo' })
    expect(status()).toBe('3 messages to 2 people · You can leave this page: the messages are sent anyway.')
    expect(screen.getByText(/^Sending begins in \d+ seconds\.$/)).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(undo))
  })

  it('undone: the form is back as it was written', async () => {
    answer('broadcasts', 'undoBroadcast', undone)
    const user = await openForm()
    await user.type(text(), ' Ta med regnkläder.')
    await pressSend(user)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Undone: nothing was sent.')).toBeDefined()
    expect(text().value).toContain(' Ta med regnkläder.')
    expect(text().closest('fieldset')?.disabled).toBe(false)
    expect(shownSearch()).toBe('')
    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    const again = answer('broadcasts', 'sendBroadcast', { sentCount: 3, totalCount: 4, broadcast_id })
    await pressSend(user)
    await waitFor(() => expect(again).toHaveLength(1))
  })

  it('undone in part: says how many were on their way, and stays', async () => {
    answer(
      'broadcasts',
      'undoBroadcast',
      progress({ sendable: 1, settled: 1, counts: { ...counts, SENT: 1 }, undone_count: 2 }),
    )
    const user = await send()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(status()).toBe('1 of 1 sent · 2 undone'))
    expect(screen.getByRole('link', { name: 'Back to events' })).toBeDefined()
  })

  it('too late: says so', async () => {
    answer('broadcasts', 'undoBroadcast', half)
    const user = await send()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText(/It was too late to undo: all messages were on their way\./)).toBeDefined()
  })

  it('a failed undo can be repeated', async () => {
    refuse('broadcasts', 'undoBroadcast', { status: 500 })
    const user = await send()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect((await screen.findByRole('alert')).textContent).toBe('It could not be undone.')
    answer('broadcasts', 'undoBroadcast', undone)
    await user.click(button('Undo'))
    expect(await screen.findByText('Undone: nothing was sent.')).toBeDefined()
  })

  async function undoAfterReload(language: 'en' | 'sv' = 'en') {
    const asked = answer('broadcasts', 'undoBroadcast', undone)
    const user = await renderApp(`${address}?id=${broadcast_id}`, { language })
    await user.click(await screen.findByRole('button', { name: language === 'en' ? 'Undo' : 'Ångra' }))
    return { user, asked }
  }

  describe('after a reload', () => {
    const custom = {
      ...earlier,
      message_type: 'custom',
      form: {
        messageType: 'custom',
        communicationChannel: 'email',
        includePastShifts: true,
        includeCurrentShifts: false,
        includeUpcomingShifts: false,
        includeLink: false,
        includeStopLink: true,
        leaveExpired: true,
        customText: 'Bring rain clothes!',
        texts: { en: 'Bring rain clothes!', sv: 'Ta med regnkläder!' },
      },
    } as const

    it.each([
      ['en', 'Bring rain clothes!'],
      ['sv', 'Ta med regnkläder!'],
    ] as const)('brings back both texts and all choices (%s)', async (language, shown) => {
      answer('broadcasts', 'listBroadcasts', [custom])
      answer('broadcasts', 'previewBroadcast', { ...in_two_languages, main_language: language })
      const sent = answer('broadcasts', 'sendBroadcast', { sentCount: 3, totalCount: 4, broadcast_id })
      const { user, asked } = await undoAfterReload(language)
      await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe(shown))
      expect(asked[0]?.path).toBe(`/admin/broadcasts/${broadcast_id}/undo`)
      expect(shownSearch()).toBe('')
      await waitFor(() => expect(button(language === 'en' ? 'Send' : 'Skicka').disabled).toBe(false))
      await pressSend(user, language)
      await waitFor(() => expect(sent).toHaveLength(1))
      expect(sent[0]?.body).toEqual({ ...custom.form, language: null })
    })

    it('in one language only, the other keeps the default text', async () => {
      answer('broadcasts', 'listBroadcasts', [
        { ...earlier, form: { ...earlier.form, language: 'sv' as const } },
      ])
      const asked = answer('broadcasts', 'previewBroadcast', in_two_languages)
      const { user } = await undoAfterReload()
      const field = await screen.findByRole<HTMLTextAreaElement>('textbox')
      expect(field.value).toBe('Ta med regnkläder!')
      await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ language: 'sv' }))
      await user.click(screen.getByRole('radio', { name: 'English' }))
      expect(field.value).toBe(defaultReminder(event.name, 'en'))
    })

    it('asks before that text is lost', async () => {
      answer('broadcasts', 'listBroadcasts', [custom])
      const { user } = await undoAfterReload()
      await screen.findByRole('textbox')
      await user.click(screen.getByRole('link', { name: 'Cancel' }))
      expect(await screen.findByRole('alertdialog')).toBeDefined()
    })

    it.each([
      ['the default texts', defaultReminder(event.name, 'en'), defaultReminder(event.name, 'sv')],
      ['no text', null, null],
    ])('a reminder with %s', async (_name, en, sv) => {
      const form = { ...earlier.form, customText: en, texts: { en, sv } }
      answer('broadcasts', 'listBroadcasts', [{ ...earlier, form }])
      const { user } = await undoAfterReload()
      expect((await screen.findByRole<HTMLTextAreaElement>('textbox')).value).toBe(sv ?? '')
      await user.click(screen.getByRole('link', { name: 'Cancel' }))
      expect(screen.queryByRole('alertdialog')).toBeNull()
    })

    it('one that is not listed brings no other text to send', async () => {
      await undoAfterReload()
      expect(await screen.findByText('Undone: none of 3 messages was sent.')).toBeDefined()
      expect(screen.queryByRole('textbox')).toBeNull()
    })
  })

  it('ends by itself', async () => {
    answer('broadcasts', 'getBroadcast', progress({ waits_ms: 2_000 }))
    await send()
    await screen.findByRole('button', { name: 'Undo' })
    expect(await screen.findByText('0 of 3 sent')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('one that was undone before says so, and another can be written', async () => {
    answer('broadcasts', 'getBroadcast', undone)
    const user = await renderApp(`${address}?id=${broadcast_id}`)
    expect(await screen.findByText('Undone: none of 3 messages was sent.')).toBeDefined()
    await user.click(button('Write another'))
    expect(await screen.findByRole('textbox')).toBeDefined()
  })
})

describe('earlier broadcasts', () => {
  it.each([
    [{ waits_ms: 9_000 }, 'Can be undone'],
    [{}, '3 waiting'],
    [{ counts: { ...counts, SENT: 1, DELIVERED: 1, FAILED: 1 }, settled: 3 }, '2 sent1 failed'],
    [{ counts: { ...counts, SENT: 2, UNKNOWN: 1 }, settled: 3 }, '2 sent1 unknown'],
    [{ counts: { ...counts, SENT: 1 }, sendable: 1, settled: 1, undone_count: 2 }, '1 sent2 undone'],
    [{ counts, sendable: 0, undone_count: 3 }, '3 undone'],
    [{ counts, sendable: 0 }, 'Nobody reached'],
  ])('%j: %s', async (changes, result) => {
    answer('broadcasts', 'listBroadcasts', [{ ...earlier, ...changes }])
    await openForm()
    const link = await screen.findByRole('link', { name: /Ta med regnkläder!/ })
    expect(link.textContent).toContain('Maja Lind')
    expect(link.textContent).toContain('Current shifts, Upcoming shifts')
    expect(link.textContent.endsWith(result)).toBe(true)
  })

  it('leads to how far one has come', async () => {
    answer('broadcasts', 'listBroadcasts', [earlier])
    answer('broadcasts', 'getBroadcast', done)
    const user = await openForm()
    await user.click(await screen.findByRole('link', { name: /Ta med regnkläder!/ }))
    expect(await screen.findByText('3 of 3 sent')).toBeDefined()
    expect(shownSearch()).toBe(`?id=${broadcast_id}`)
  })

  it('an unknown sender and audience are left out', async () => {
    answer('broadcasts', 'listBroadcasts', [
      { ...earlier, created_by: null, created_by_name: null, text: null, form: null },
    ])
    await openForm()
    const link = await screen.findByRole('link', { name: /3 messages/ })
    expect(link.textContent).not.toMatch(/people|null/)
  })

  it('says that they could not be loaded', async () => {
    refuse('broadcasts', 'listBroadcasts', { status: 500 })
    await openForm()
    expect((await screen.findByRole('alert')).textContent).toBe('The earlier broadcasts could not be loaded.')
  })
})
