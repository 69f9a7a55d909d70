import type { BroadcastPreview, BroadcastProgress } from '@muster/contract/broadcasts'
import { defaultReminder } from '@muster/contract/rules/default-reminder'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, refuse, stall } from '../../testing/answers.ts'
import { buildEvent, buildId, buildRole, buildShift } from '../../testing/build-event.ts'
import { buildPerson } from '../../testing/build-person.ts'
import { pushLive } from '../../testing/live-channel.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { shownSearch } from '../../testing/shown-search.ts'

const event = buildEvent({ name: 'Midsommar i parken' })
const broadcast_id = buildId()
const address = `/events/${event.id}/broadcast`

const sample = {
  person_id: buildId(),
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
  unasked_count: 0,
  statuses: {
    CONFIRMED: 1,
    INVITED: 1,
    DECLINED: 0,
    WAITING: 0,
    asked: 1,
    not_asked: 0,
    expired: 0,
    new_time_open: 0,
  },
  left_out: [],
  sms_segments: 4,
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
  state: 'sent',
  send_at: null,
  refusal: null,
  created_by: 'maja@muster.example',
  created_by_name: 'Maja Lind',
  text: null,
  form: null,
  channels: { EMAIL: 2, SMS: 1 },
  answers: { confirmed: 0, declined: 0, open: 0, open_person_ids: [] },
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

const { problem_count: _, problems: __, answers: ___, ...fields } = progress()
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
  answer('shifts', 'listShifts', { shifts: [] })
})
afterEach(() => vi.useRealTimers())

/** Selects the form's own output, because the toasts are an output too. */
const status = () => document.querySelector('main output')?.textContent
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^(Send|Skicka)( \d.*)?$/ })
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
  await user.click(await screen.findByRole('button', { name: language === 'en' ? /^Send 3 / : /^Skicka 3 / }))
}

const STATUSES = [
  [/^Confirmed/, true],
  [/^Asked/, true],
  [/^Expired/, true],
  [/^Not asked yet/, true],
  [/^Declined/, false],
  [/^Waiting list/, false],
  [/^New time/, false],
] as const

describe('the form', () => {
  it('begins with the defaults', async () => {
    await openForm()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Broadcast')
    expect(radio(/^Reminder/).checked).toBe(true)
    expect(radio(/^Both/).checked).toBe(true)
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Message language' }).value).toBe('own')
    for (const [name, isOn] of STATUSES) expect(tick(name).checked).toBe(isOn)
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
    const tabs = within(screen.getByRole('group', { name: 'Text in' }))
    expect(tabs.getByRole<HTMLInputElement>('radio', { name: 'Svenska 2' }).checked).toBe(true)
    await user.type(text(), '!')
    await user.click(tabs.getByRole('radio', { name: 'English 1' }))
    expect(text().value).toBe(defaultReminder(event.name, 'en'))
    expect(await screen.findByText('as Björn af Ekenstam gets it')).toBeDefined()
    await user.clear(text())
    expect(screen.getByText('Empty: these people get the text in the other language.')).toBeDefined()
    await user.click(tabs.getByRole('radio', { name: 'Svenska 2' }))
    expect(text().value).toBe(`${defaultReminder(event.name, 'sv')}!`)
  })

  it('has one text when a language is chosen', async () => {
    answer('broadcasts', 'previewBroadcast', in_two_languages)
    const user = await openForm()
    const asked = answer('broadcasts', 'previewBroadcast', in_two_languages)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Message language' }), 'English')
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
    expect(screen.queryByRole('checkbox', { name: /^Leave/ })).toBeNull()
    const asked = answer('broadcasts', 'previewBroadcast', { ...preview, expired_count: 5 })
    await user.click(tick(/^Past shifts/))
    await user.click(await screen.findByRole('checkbox', { name: 'Leave 5 expired ones closed' }))
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ leaveExpired: true }))
    await user.click(tick(/^Include the personal link/))
    expect(screen.queryByRole('checkbox', { name: /^Leave/ })).toBeNull()
  })

  it('a custom message begins empty and must not stay so', async () => {
    const user = await openForm()
    await user.click(radio(/^Custom/))
    expect(text().value).toBe('')
    expect(sendButton().disabled).toBe(true)
    expect(screen.getByText('Please enter a message to send')).toBeDefined()
    await user.type(text(), '   ')
    expect(sendButton().disabled).toBe(true)
    await user.type(text(), 'Ta med regnkläder')
    expect(sendButton().disabled).toBe(false)
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
    expect(sendButton().disabled).toBe(true)
    await user.type(text(), '{Backspace}')
    expect(sendButton().disabled).toBe(false)
  })

  it('a reminder may go without a text', async () => {
    const user = await openForm()
    await user.clear(text())
    expect(sendButton().disabled).toBe(false)
  })

  it('needs a group', async () => {
    const user = await openForm()
    await user.click(tick(/^Current shifts/))
    expect(sendButton().disabled).toBe(false)
    await user.click(tick(/^Upcoming shifts/))
    expect(sendButton().disabled).toBe(true)
    expect(screen.getAllByText('Please select at least one volunteer group')).not.toHaveLength(0)
    await user.click(tick(/^Past shifts/))
    expect(sendButton().disabled).toBe(false)
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
    ['en', /^For those not asked yet the link is the invitation\./],
    ['sv', /^För dem som inte är tillfrågade är länken inbjudan\./],
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
    expect(screen.getByText('4 SMS parts')).toBeDefined()
    expect(screen.getByText('2 people:').parentElement?.textContent).toBe('2 people: 2 e-mails, 1 SMS')
    expect(tick(/^Upcoming shifts/).closest('label')?.textContent).toContain('2')
    expect(tick(/^Past shifts/).closest('label')?.textContent).toContain('0')
    await user.click(button('Show'))
    const sheet = within(await screen.findByRole('dialog', { name: 'Who gets it' }))
    expect(sheet.getByText('No phone number').closest('li')?.textContent).toContain('Åsa Öberg')
    expect(sheet.getByText(/^E-mail, SMS · 2 shifts/)).toBeDefined()
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
    expect(sendButton().disabled).toBe(true)
  })

  it('without a count nothing is sent', async () => {
    refuse('broadcasts', 'previewBroadcast', { status: 500 })
    const user = await openForm()
    expect((await screen.findAllByText('The preview could not be loaded.')).length).toBeGreaterThan(0)
    expect(sendButton().disabled).toBe(true)
    answer('broadcasts', 'previewBroadcast', preview)
    await user.click(button('Try again'))
    await waitFor(() => expect(sendButton().disabled).toBe(false))
  })
})

describe('the press', () => {
  it('to more than 200 people asks in the foot first', async () => {
    const sent = answer('broadcasts', 'sendBroadcast', { sentCount: 3, totalCount: 4, broadcast_id })
    answer('broadcasts', 'previewBroadcast', { ...preview, people_count: 201 })
    const user = await openForm()
    await user.click(sendButton())
    expect((await screen.findByRole('alert')).textContent).toBe('Send 3 messages?')
    await user.click(button('Back'))
    expect(sent).toHaveLength(0)
    await user.click(sendButton())
    await user.click(button('Yes, send'))
    await waitFor(() => expect(sent).toHaveLength(1))
  })

  it('counts what was chosen last before anything is sent', async () => {
    const user = await openForm()
    const sent = answer('broadcasts', 'sendBroadcast', { sentCount: 3, totalCount: 4, broadcast_id })
    stall('broadcasts', 'previewBroadcast')
    await user.click(tick(/^Past shifts/))
    await user.click(sendButton())
    expect(sent).toHaveLength(0)
  })

  it('a double press sends once', async () => {
    const sent = answer('broadcasts', 'sendBroadcast', { sentCount: 3, totalCount: 4, broadcast_id })
    const user = await openForm()
    await user.dblClick(await screen.findByRole('button', { name: 'Send 3 messages' }))
    await screen.findByText('0 of 3 sent')
    expect(sent).toHaveLength(1)
  })
})

describe('sending', () => {
  it('sends the form as it stands, under one key', async () => {
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
      role_ids: null,
      days: null,
      shift_ids: null,
      statuses: ['CONFIRMED', 'asked', 'expired', 'not_asked'],
      tag_ids: null,
      person_ids: null,
      except_ids: [],
    })
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
    await user.click(await screen.findByRole('button', { name: 'New broadcast' }))
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

    answer('broadcasts', 'getBroadcast', { ...done, problem_count: 0 })
    await pushLive(`broadcast:${broadcast_id}`, 'changed', {})
    await waitFor(() => expect(status()).toBe('3 of 3 sent'))
    expect(screen.getByText('Back to events in 2 s')).toBeDefined()
    expect(location.pathname).toBe(address)
    await waitFor(() => expect(location.pathname).toBe('/events'))
  })

  it('stays when something failed, and says whom it did not reach', async () => {
    const problems: BroadcastProgress['problems'] = [
      {
        person: { person_id: buildId(), first_name: 'Mia', last_name: 'Ek' },
        channel: 'EMAIL',
        kind: 'failed',
        detail: 'No such mailbox',
        resent_by: null,
      },
      { person: null, channel: 'SMS', kind: 'unknown', detail: null, resent_by: null },
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
    await send()
    await waitFor(() => expect(status()).toBe('1 of 3 sent · 1 failed · 1 unknown'))
    const list = within(
      screen.getByRole('region', { name: 'Messages that were not sent, or may not have arrived' }),
    )
    expect(list.getByText('E-mail: No such mailbox').closest('li')?.textContent).toContain('Mia Ek')
    expect(list.getByText('SMS: It is not known whether it arrived.')).toBeDefined()
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
    expect(sendButton().disabled).toBe(false)
  })

  it('speaks Swedish', async () => {
    answer('broadcasts', 'sendBroadcast', { sentCount: 3, totalCount: 4, broadcast_id })
    answer('broadcasts', 'getBroadcast', half)
    await send('sv')
    expect(await screen.findByText('1 av 3 skickade')).toBeDefined()
    expect(screen.getByText(/Du kan lämna sidan: ingenting går förlorat/)).toBeDefined()
  })
})

/** By the keyboard: a second click at once on the same button is that of a double click. */
async function pressUndo(user: Awaited<ReturnType<typeof openForm>>) {
  ;(await screen.findByRole('button', { name: 'Undo' })).focus()
  await user.keyboard('{Enter}')
}

describe('the time to undo', () => {
  const waiting = progress({ waits_ms: 15_000 })
  const undone = progress({ sendable: 0, counts, undone_count: 3, problem_count: 0 })
  beforeEach(() => {
    answer('broadcasts', 'sendBroadcast', { sentCount: 3, totalCount: 4, broadcast_id })
    answer('broadcasts', 'getBroadcast', waiting)
  })

  it('says what will leave and when, and that leaving the page changes nothing', async () => {
    await send()
    const undo = await screen.findByRole('button', { name: 'Undo' })
    expect(status()).toBe('Nothing has left yet')
    expect(screen.getByText(/^3 messages to 2 people go out in \d+ s/)).toBeDefined()
    expect(text().closest('fieldset')?.disabled).toBe(true)
    expect(document.activeElement).toBe(undo)
  })

  it('undone: the form is back as it was written', async () => {
    answer('broadcasts', 'undoBroadcast', undone)
    const user = await openForm()
    await user.type(text(), ' Ta med regnkläder.')
    await pressSend(user)
    await pressUndo(user)
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
    await pressUndo(user)
    await waitFor(() => expect(status()).toBe('1 of 1 sent · 2 undone'))
    expect(screen.getByRole('link', { name: 'Back to events' })).toBeDefined()
  })

  it('too late: says so', async () => {
    answer('broadcasts', 'undoBroadcast', half)
    const user = await send()
    await pressUndo(user)
    expect(await screen.findByText(/It was too late to undo: all messages were on their way\./)).toBeDefined()
  })

  it('a failed undo can be repeated', async () => {
    refuse('broadcasts', 'undoBroadcast', { status: 500 })
    const user = await send()
    await pressUndo(user)
    expect((await screen.findByRole('alert')).textContent).toBe('It could not be undone.')
    answer('broadcasts', 'undoBroadcast', undone)
    await pressUndo(user)
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
      answer('broadcasts', 'getBroadcast', { ...waiting, form: custom.form })
      answer('broadcasts', 'previewBroadcast', { ...in_two_languages, main_language: language })
      const sent = answer('broadcasts', 'sendBroadcast', { sentCount: 3, totalCount: 4, broadcast_id })
      const { user, asked } = await undoAfterReload(language)
      await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe(shown))
      expect(asked[0]?.path).toBe(`/admin/broadcasts/${broadcast_id}/undo`)
      expect(shownSearch()).toBe('')
      await waitFor(() => expect(sendButton().disabled).toBe(false))
      await pressSend(user, language)
      await waitFor(() => expect(sent).toHaveLength(1))
      expect(sent[0]?.body).toMatchObject({ ...custom.form, language: null })
    })

    it('in one language only, the other keeps the default text', async () => {
      answer('broadcasts', 'getBroadcast', { ...waiting, form: { ...earlier.form, language: 'sv' } })
      const asked = answer('broadcasts', 'previewBroadcast', in_two_languages)
      const { user } = await undoAfterReload()
      const field = await screen.findByRole<HTMLTextAreaElement>('textbox')
      expect(field.value).toBe('Ta med regnkläder!')
      await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ language: 'sv' }))
      await user.selectOptions(screen.getByRole('combobox', { name: 'Message language' }), 'English')
      expect(field.value).toBe(defaultReminder(event.name, 'en'))
    })

    it('asks before that text is lost', async () => {
      answer('broadcasts', 'getBroadcast', { ...waiting, form: custom.form })
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
      answer('broadcasts', 'getBroadcast', { ...waiting, form })
      const { user } = await undoAfterReload()
      expect((await screen.findByRole<HTMLTextAreaElement>('textbox')).value).toBe(sv ?? '')
      await user.click(screen.getByRole('link', { name: 'Cancel' }))
      expect(screen.queryByRole('alertdialog')).toBeNull()
    })

    it('one whose form was not recorded brings no other text to send', async () => {
      await undoAfterReload()
      expect(await screen.findByText('Undone: none of 3 messages was sent.')).toBeDefined()
      expect(screen.queryByRole('textbox')).toBeNull()
    })
  })

  it('ends by itself', async () => {
    answer('broadcasts', 'getBroadcast', progress({ waits_ms: 6_500 }))
    await send()
    await screen.findByRole('button', { name: 'Undo' })
    expect(await screen.findByText('0 of 3 sent')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('one that was undone before says so, and another can be written', async () => {
    answer('broadcasts', 'getBroadcast', undone)
    const user = await renderApp(`${address}?id=${broadcast_id}`)
    expect(await screen.findByText('Undone: none of 3 messages was sent.')).toBeDefined()
    await user.click(button('New broadcast'))
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

describe('aimed', () => {
  const role = { ...buildRole({ name: 'Entré' }), shift_count: 1 }
  const bar = buildRole({ name: 'Bar' })
  const of_roles = { ...event, roles: [role, bar] }
  beforeEach(() => {
    answer('events', 'getEvent', of_roles)
    answer('shifts', 'listShifts', { shifts: [buildShift(of_roles, role), buildShift(of_roles, bar)] })
  })

  it('at roles, days, shifts and statuses, by the keyboard too', async () => {
    const asked = answer('broadcasts', 'previewBroadcast', preview)
    const user = await openForm()
    ;(await screen.findByRole('button', { name: 'Roles: All 2 roles' })).focus()
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Entré' }))
    await user.keyboard('{Escape}')
    await user.click(tick(/^Declined/))
    await waitFor(() =>
      expect(asked.at(-1)?.body).toMatchObject({
        role_ids: [role.id],
        statuses: ['CONFIRMED', 'asked', 'expired', 'not_asked', 'DECLINED'],
      }),
    )
    expect(screen.getByText(/Who declined or waits gets no link\.$/)).toBeDefined()
    expect(await screen.findByRole('button', { name: 'Shifts: The only shift' })).toBeDefined()
  })

  it('at people with any of the tags, which all tags together are not everybody', async () => {
    const [pub, kok] = [
      { id: buildId(), name: 'Pub', people: 3 },
      { id: buildId(), name: 'Kök', people: 1 },
    ]
    answer('tags', 'listTags', [pub, kok])
    const asked = answer('broadcasts', 'previewBroadcast', preview)
    const user = await openForm()
    await user.click(await screen.findByRole('button', { name: 'Tags: Any or no tag' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Pub' }))
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ tag_ids: [pub.id] }))
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Kök' }))
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ tag_ids: [pub.id, kok.id] }))
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('button', { name: 'Tags: Pub, Kök' })).toBeDefined()
  })

  it('without tags there is nothing to choose them by', async () => {
    await openForm()
    await screen.findByRole('button', { name: 'Roles: All 2 roles' })
    expect(screen.queryByRole('button', { name: /^Tags/ })).toBeNull()
  })

  it('at those who are named in the address', async () => {
    const asked = answer('broadcasts', 'previewBroadcast', preview)
    await renderApp(`${address}?to=new_time_open`)
    expect(await screen.findByRole('checkbox', { name: /^New time/ })).toHaveProperty('checked', true)
    expect(tick(/^Confirmed/)).toHaveProperty('checked', false)
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ statuses: ['new_time_open'] }))
  })

  it('at people by a tick each', async () => {
    const asked = answer('broadcasts', 'previewBroadcast', preview)
    const user = await openForm()
    await user.click(button('Pick people'))
    const [first] = preview.recipients
    await user.click(await screen.findByRole('checkbox', { name: /^Björn af Ekenstam/ }))
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ except_ids: [first?.person_id] }))
    await user.click(button('Nobody'))
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ person_ids: [], except_ids: [] }))
  })

  it('shows the messages of the person that is chosen, and sends them to the organiser as a test', async () => {
    const asked = answer('broadcasts', 'previewBroadcast', preview)
    const tested = answer('broadcasts', 'testBroadcast', undefined)
    const user = await openForm()
    const other = preview.recipients[1]?.person_id ?? ''
    await user.selectOptions(await screen.findByRole('combobox', { name: 'As whom' }), other)
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ as_person_id: other }))
    await user.click(button('Test to me'))
    expect(await screen.findByText('The test is on its way to your e-mail address.')).toBeDefined()
    expect(tested[0]?.body).toMatchObject({ as_person_id: sample.person_id, messageType: 'reminder' })
  })
})

describe('later', () => {
  const planned = progress({
    state: 'planned',
    send_at: '2199-06-20T06:00:00.000Z',
    sendable: 0,
    counts,
    problem_count: 0,
    form: earlier.form,
  })

  it('plans it for tomorrow, and it can be taken back or sent', async () => {
    const sent = answer('broadcasts', 'sendBroadcast', { sentCount: 3, totalCount: 4, broadcast_id })
    answer('broadcasts', 'getBroadcast', planned)
    const user = await openForm()
    await user.click(await screen.findByRole('button', { name: 'Later' }))
    await user.click(await screen.findByRole('menuitem', { name: /^Tomorrow at/ }))
    expect(await screen.findByText(/^Goes out on /)).toBeDefined()
    expect(sent[0]?.body).toMatchObject({ send_at: expect.stringMatching(/Z$/) })
    expect(screen.getByRole('button', { name: 'Send now' })).toBeDefined()
    const undone = answer('broadcasts', 'undoBroadcast', { ...planned, state: 'cancelled' })
    await user.click(screen.getByRole('button', { name: 'Do not send it' }))
    expect(await screen.findByText('Undone: nothing was sent.')).toBeDefined()
    expect(undone).toHaveLength(1)
  })

  it('says why it could not be sent at its time', async () => {
    answer('broadcasts', 'getBroadcast', { ...planned, state: 'refused', refusal: 'The event is archived.' })
    await renderApp(`${address}?id=${broadcast_id}`)
    expect(await screen.findByText('It was not sent. The event is archived.')).toBeDefined()
  })
})

describe('the time to undo, by key', () => {
  it.each(['{Escape}', '{Control>}z{/Control}'])('%s takes it back', async (keys) => {
    answer('broadcasts', 'sendBroadcast', { sentCount: 3, totalCount: 4, broadcast_id })
    answer('broadcasts', 'getBroadcast', progress({ waits_ms: 15_000 }))
    const undone = answer(
      'broadcasts',
      'undoBroadcast',
      progress({ sendable: 0, counts, undone_count: 3, problem_count: 0 }),
    )
    const user = await send()
    await screen.findByRole('button', { name: 'Undo' })
    await user.keyboard(keys)
    expect(await screen.findByText('Undone: nothing was sent.')).toBeDefined()
    expect(undone).toHaveLength(1)
    expect(document.activeElement).toBe(sendButton())
  })
})

it('a corrected address gets the message at once', async () => {
  const person = { person_id: buildId(), first_name: 'Mia', last_name: 'Ek' }
  answer('broadcasts', 'getBroadcast', {
    ...done,
    form: earlier.form,
    problem_count: 1,
    problems: [{ person, channel: 'SMS', kind: 'no_contact_info', detail: null, resent_by: null }],
  })
  answer('people', 'listPeople', [buildPerson({ id: person.person_id, phone: null })])
  const saved = answer('people', 'updatePerson', buildPerson({ id: person.person_id }))
  const sent = answer('broadcasts', 'sendBroadcast', { sentCount: 1, totalCount: 1, broadcast_id: buildId() })
  const user = await renderApp(`${address}?id=${broadcast_id}`)
  await user.click(await screen.findByRole('button', { name: 'Add' }))
  await user.type(await screen.findByRole('textbox', { name: 'Phone number' }), '070-123 45 67')
  await user.click(button('Save and send'))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(saved[0]?.body).toEqual({ phone: '070-123 45 67' })
  expect(sent[0]?.body).toMatchObject({
    communicationChannel: 'sms',
    person_ids: [person.person_id],
    resend_of: broadcast_id,
  })
})

it('asks those again who have not answered', async () => {
  const open_person_ids = [buildId(), buildId()]
  answer('broadcasts', 'getBroadcast', {
    ...done,
    form: earlier.form,
    problem_count: 0,
    answers: { confirmed: 6, declined: 1, open: 2, open_person_ids },
  })
  const asked = answer('broadcasts', 'previewBroadcast', preview)
  const user = await renderApp(`${address}?id=${broadcast_id}`)
  await user.click(await screen.findByRole('button', { name: 'Ask the 2 again' }))
  await waitFor(() =>
    expect(asked.at(-1)?.body).toMatchObject({
      person_ids: open_person_ids,
      statuses: ['asked', 'not_asked', 'expired'],
    }),
  )
})

describe('for the people of one shift', () => {
  const role = buildRole({ event_id: event.id })
  const coming = buildShift(event, role)
  const over = buildShift(event, role, {
    start_dt: '2020-06-21T06:00:00.000Z',
    end_dt: '2020-06-21T10:00:00.000Z',
  })

  it('never begins with everybody because the shift of the address cannot be read', async () => {
    const gone = buildId()
    answerOrganization()
    answer('events', 'getEvent', event)
    answer('broadcasts', 'listBroadcasts', [])
    const asked = answer('broadcasts', 'previewBroadcast', preview)
    refuse('shifts', 'listShifts', { status: 403, code: 'role_forbidden' })
    await renderApp(`${address}?shift=${gone}`)
    await waitFor(() => expect(asked.length).toBeGreaterThan(0))
    for (const { body } of asked) expect(body).toMatchObject({ shift_ids: [gone] })
  })

  it.each([
    ['coming', coming, { includePastShifts: false, includeUpcomingShifts: true }],
    ['over', over, { includePastShifts: true, includeUpcomingShifts: false }],
  ])('begins with the shift that the address names (%s)', async (_which, shift, groups) => {
    answerOrganization()
    answer('events', 'getEvent', event)
    answer('shifts', 'listShifts', { shifts: [coming, over] })
    answer('broadcasts', 'listBroadcasts', [])
    const asked = answer('broadcasts', 'previewBroadcast', preview)
    await renderApp(`${address}?shift=${shift.id}`)
    await screen.findByText('1 shift')
    await waitFor(() => expect(asked[0]?.body).toMatchObject({ shift_ids: [shift.id], ...groups }))
  })
})
