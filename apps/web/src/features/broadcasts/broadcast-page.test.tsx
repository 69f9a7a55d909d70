import type { BroadcastPreview, BroadcastProgress } from '@muster/contract/broadcasts'
import { defaultReminder } from '@muster/contract/rules/default-reminder'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, refuse } from '../../testing/answers.ts'
import { buildEvent, buildId } from '../../testing/build-event.ts'
import { pushLive } from '../../testing/live-channel.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

const event = buildEvent({ name: 'Midsommar i parken' })
const broadcast_id = buildId()
const address = `/events/${event.id}/broadcast`

const preview: BroadcastPreview = {
  groups: { past: 0, current: 0, upcoming: 2 },
  total_count: 4,
  sendable_count: 3,
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
  sample: {
    first_name: 'Björn',
    last_name: 'af Ekenstam',
    email: {
      from: 'Midsommarföreningen',
      subject: 'Påminnelse: Midsommar i parken',
      html: '<!doctype html><html><head><style>.ink{color:red}</style></head><body class="canvas" style="margin:0"><p class="ink" style="font-size:16px">Snart är det dags</p><a href="https://muster.example/c/x" style="color:#fff">Svara</a></body></html>',
      text: 'Snart är det dags',
      language: 'sv',
    },
    sms: {
      from: 'Midsommar',
      text: 'Hej!\n\nEntré, fre 19 juni 12:00-16:00',
      characters: 253,
      segments: 2,
      language: 'sv',
    },
  },
  most_segments: 2,
}

const counts = { QUEUED: 0, SENDING: 0, SENT: 0, DELIVERED: 0, FAILED: 0, UNKNOWN: 0 }
const progress = (given: Partial<BroadcastProgress> = {}): BroadcastProgress => ({
  id: broadcast_id,
  event_id: event.id,
  message_type: 'reminder',
  created_at: '2026-06-19T10:00:00.000Z',
  total_count: 4,
  sendable: 3,
  settled: 0,
  counts: { ...counts, QUEUED: 3 },
  problem_count: 1,
  problems: [],
  ...given,
})
const half = progress({ settled: 1, counts: { ...counts, SENT: 1, QUEUED: 2 } })
const done = progress({ settled: 3, counts: { ...counts, SENT: 2, DELIVERED: 1 } })

beforeEach(() => {
  answerOrganization()
  answer('events', 'listEvents', { events: [event] })
  answer('events', 'getEvent', event)
  answer('broadcasts', 'previewBroadcast', preview)
  answer('broadcasts', 'getBroadcast', progress())
})
afterEach(() => vi.useRealTimers())

/** The toasts are one too. */
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
  await user.click(button(language === 'en' ? 'Send' : 'Skicka'))
  return user
}

describe('the form', () => {
  it('begins with the defaults', async () => {
    await openForm()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Broadcast')
    expect(radio(/^Reminder/).checked).toBe(true)
    expect(radio(/^Both/).checked).toBe(true)
    expect(radio(/^English/).checked).toBe(true)
    expect(tick(/^Past shifts/).checked).toBe(false)
    expect(tick(/^Current shifts/).checked).toBe(true)
    expect(tick(/^Upcoming shifts/).checked).toBe(true)
    expect(tick(/^Include the personal link/).checked).toBe(true)
    expect(text().getAttribute('rows')).toBe('4')
    expect(text().value).toBe(defaultReminder(event.name, 'en'))
    expect(text().value).toContain('Midsommar i parken')
  })

  it('takes its language from the page', async () => {
    await openForm('sv')
    expect(radio(/^Svenska/).checked).toBe(true)
    expect(text().value).toBe(defaultReminder(event.name, 'sv'))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Utskick')
  })

  it('swaps an untouched default with the language, and nothing that was typed', async () => {
    const user = await openForm()
    await user.click(radio(/^Svenska/))
    expect(text().value).toBe(defaultReminder(event.name, 'sv'))
    await user.type(text(), '!')
    await user.click(radio(/^English/))
    expect(text().value).toBe(`${defaultReminder(event.name, 'sv')}!`)
  })

  it('asks for the language with a reminder only', async () => {
    const user = await openForm()
    await user.click(radio(/^Custom/))
    expect(screen.queryByRole('radio', { name: 'English' })).toBeNull()
    expect(tick(/^Include the personal link/).disabled).toBe(true)
    await user.click(radio(/^Reminder/))
    expect(radio(/^English/)).toBeDefined()
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
  })
})

describe('before sending', () => {
  it('says who gets it, and who cannot be reached and why', async () => {
    const user = await openForm()
    expect(await screen.findByText('To about 2 people')).toBeDefined()
    expect(screen.getByText('· 4 messages')).toBeDefined()
    expect(screen.getByText('No phone number').parentElement?.textContent).toContain('Åsa Öberg')
    await user.click(screen.getByText('2 people get it'))
    expect(await screen.findByText('E-mail, SMS · 2 shifts')).toBeDefined()
    expect(tick(/^Upcoming shifts/).closest('label')?.textContent).toContain('2 people')
    expect(tick(/^Past shifts/).closest('label')?.textContent).toContain('none yet')
  })

  it('shows both forms as one named person gets them', async () => {
    await openForm()
    const aside = within(screen.getByRole('complementary', { name: 'Preview' }))
    expect(await aside.findByText('as Björn af Ekenstam gets it')).toBeDefined()
    expect(aside.getByText('From Midsommar · 253 characters, sent as 2 SMS')).toBeDefined()
    expect(aside.getByText(/^Hej!/).textContent).toBe(preview.sample?.sms?.text)
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
        language: 'en',
      }),
    )
  })

  it('names a text that is too long', async () => {
    answer('broadcasts', 'previewBroadcast', { ...preview, most_segments: 11 })
    await openForm()
    expect(
      await screen.findByText('For whoever has the most shifts the message is longer than ten SMS.'),
    ).toBeDefined()
  })

  it('a preview that fails keeps nobody from sending', async () => {
    refuse('broadcasts', 'previewBroadcast', { status: 500 })
    await openForm()
    expect(await screen.findByText('The preview could not be loaded.')).toBeDefined()
    expect(button('Send').disabled).toBe(false)
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
      communicationChannel: 'both',
      includePastShifts: false,
      includeCurrentShifts: true,
      includeUpcomingShifts: true,
      includeLink: true,
      language: 'en',
    })
    expect(text().closest('fieldset')?.disabled).toBe(true)
    expect(location.search).toBe(`?id=${broadcast_id}`)
    expect(screen.getByText(/You may leave, the sending goes on/)).toBeDefined()
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
    await user.click(await screen.findByRole('button', { name: 'Stay and see whom it did not reach' }))
    expect(status()).toBe('1 of 3 sent · 1 failed · 1 unclear')
    const list = within(screen.getByRole('region', { name: 'Whom it did not reach' }))
    expect(list.getByText('E-mail · No such mailbox').parentElement?.textContent).toContain('Mia Ek')
    expect(list.getByText('SMS · Nobody knows whether it arrived.')).toBeDefined()
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
    expect(screen.getByText(/Du kan lämna sidan, utskicket fortsätter/)).toBeDefined()
  })
})
