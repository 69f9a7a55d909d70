import type { BroadcastPreview, BroadcastProgress } from '@muster/contract/broadcasts'
import { routes } from '@muster/contract/routes'
import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { synchronizeClock } from '../../clock.ts'
import { answer, hold, refuse, stall } from '../../testing/answers.ts'
import { buildEvent, buildId } from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { server } from '../../testing/server.ts'

const event = buildEvent({ name: 'Midsommar' })
const address = `/events/${event.id}/broadcast`
const broadcast_id = buildId()

const empty: BroadcastPreview = {
  groups: { past: 0, current: 0, upcoming: 0 },
  total_count: 0,
  sendable_count: 0,
  people_count: 0,
  languages: { en: 0, sv: 0 },
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
  recipients: [],
  samples: [],
  most_segments: 0,
}
const sent = {
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
  people_count: 1,
  total_count: 1,
  sendable: 1,
  settled: 0,
  counts: { QUEUED: 1, SENDING: 0, SENT: 0, DELIVERED: 0, FAILED: 0, UNKNOWN: 0 },
  retrying: 0,
  waits_ms: 0,
  undone_count: 0,
  problem_count: 0,
  problems: [],
} satisfies BroadcastProgress
const one: BroadcastPreview = {
  ...empty,
  total_count: 1,
  sendable_count: 1,
  people_count: 1,
  languages: { en: 0, sv: 1 },
  main_language: 'sv',
  recipients: [
    { person_id: buildId(), first_name: 'Anna', last_name: 'Berg', shifts: 1, email: 'reachable', sms: null },
  ],
  most_segments: 0,
}

beforeEach(() => {
  answerOrganization()
  answer('events', 'listEvents', { events: [event] })
  answer('events', 'getEvent', event)
  answer('broadcasts', 'listBroadcasts', [])
  answer('shifts', 'listShifts', { shifts: [] })
})

async function openForm(preview = empty, language: 'en' | 'sv' = 'en') {
  answer('broadcasts', 'previewBroadcast', preview)
  const user = await renderApp(address, { language })
  await screen.findByRole('textbox')
  return user
}

async function send() {
  const user = await openForm(one)
  await user.click(await screen.findByRole('button', { name: 'Send 1 message' }))
}

async function expectTexts(texts: readonly (string | RegExp)[]) {
  for (const text of texts) expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
}

describe('the form', () => {
  it('says that there is nobody to send to', async () => {
    await openForm()
    await expectTexts([
      'There is nobody to show it for yet.',
      'Nobody is confirmed or picked on these shifts.',
    ])
  })

  it.each([
    [
      'en',
      'Only expired invitations are left on these shifts, and they stay closed.',
      'Nobody is confirmed or picked on these shifts.',
    ],
    [
      'sv',
      'På de här passen finns bara utgångna inbjudningar, och de förblir stängda.',
      'Ingen är bekräftad eller vald på de här passen.',
    ],
  ] as const)('says that only expired invitations are left, in %s', async (language, expired, nobody) => {
    await openForm({ ...empty, expired_count: 1 }, language)
    await expectTexts([expired])
    expect(screen.queryByText(nobody)).toBeNull()
  })

  it.each([
    { characters: 1, length: '1 character, sent as 1 SMS.' },
    { characters: 2, length: '2 characters, sent as 1 SMS.' },
  ])('counts $characters of a custom message', async ({ characters, length }) => {
    const sms = { from: 'Lund', text: 'H', characters, segments: 1, stop_link: null }
    const sample = {
      person_id: buildId(),
      first_name: 'Anna',
      last_name: 'Berg',
      language: 'sv' as const,
      email: null,
      sms,
    }
    const user = await openForm({ ...empty, samples: [sample] })
    await user.click(screen.getByRole('radio', { name: /^Custom/ }))
    await user.type(screen.getByRole('textbox'), 'H')
    await expectTexts([length])
  })

  it('sends nothing when nobody can be reached', async () => {
    await openForm({
      ...one,
      sendable_count: 0,
      people_count: 0,
      languages: {},
      recipients: one.recipients.map((each) => ({ ...each, email: 'opted_out' as const })),
    })
    await expectTexts(['Nobody can be reached', '1 person cannot be reached'])
    expect(screen.getByRole('button', { name: /^Send/ })).toHaveProperty('disabled', true)
  })

  it('gives a reason for each address that is not reached', async () => {
    type Reach = BroadcastPreview['recipients'][number]['email']
    const recipient = (email: Reach, sms: Reach, shifts = 1) => ({
      person_id: buildId(),
      first_name: 'Anna',
      last_name: 'Berg',
      shifts,
      email,
      sms,
    })
    const user = await openForm({
      ...empty,
      total_count: 10,
      sendable_count: 2,
      people_count: 2,
      recipients: [
        recipient('no_contact_info', 'no_contact_info'),
        recipient('opted_out', 'opted_out'),
        recipient('bounced', 'bounced'),
        recipient('reachable', 'number_not_allowed'),
        recipient('reachable', null, 2),
      ],
    })
    // The number counts what is sent. People who are not reached are listed beside it.
    await expectTexts(['2 messages to 2 people', '3 people cannot be reached'])
    await user.click(screen.getByRole('button', { name: 'Show' }))
    await expectTexts([
      'No e-mail address · No phone number',
      'Does not want e-mail from you · Does not want SMS from you',
      'E-mail came back: the address does not exist · The phone number does not exist',
      'SMS to satellite and premium-rate numbers are not switched on',
      /^E-mail · 2 shifts/,
    ])
  })
})

describe('sending', () => {
  it('locks the button and says so', async () => {
    stall('broadcasts', 'sendBroadcast')
    await send()
    const button = await screen.findByRole('button', { name: /Sending\.\.\.$/ })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(document.querySelector('main output')?.textContent).toBe('Sending...')
  })

  it.each([true, false])('says when there is no connection (navigator.onLine: %s)', async (onLine) => {
    server.use(http.post(`*${routes.broadcasts.sendBroadcast.path}`, () => HttpResponse.error()))
    onlineManager.setOnline(onLine)
    onTestFinished(() => onlineManager.setOnline(true))
    await send()
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Connection error\./)
  })
})

describe('the progress', () => {
  it.each([
    { refusal: {}, text: 'The progress could not be loaded. That does not stop the messages.' },
    { refusal: { status: 503, error: 'The server’s own.' }, text: 'The server’s own.' },
  ])('says why it could not be read: $text', async ({ refusal, text }) => {
    refuse('broadcasts', 'getBroadcast', refusal)
    await renderApp(`${address}?id=${broadcast_id}`)
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })

  it('lists failures without a reason, and people who have been removed', async () => {
    const done: BroadcastProgress = {
      ...sent,
      people_count: 2,
      total_count: 4,
      sendable: 3,
      settled: 3,
      retrying: 0,
      waits_ms: 0,
      undone_count: 0,
      counts: { QUEUED: 0, SENDING: 0, SENT: 0, DELIVERED: 1, FAILED: 1, UNKNOWN: 1 },
      problem_count: 2,
      problems: [
        { person: null, channel: 'EMAIL', kind: 'failed', detail: null, resent_by: null },
        { person: null, channel: 'SMS', kind: 'unknown', detail: null, resent_by: null },
      ],
    }
    answer('broadcasts', 'getBroadcast', done)
    await renderApp(`${address}?id=${broadcast_id}`)
    const list = within(
      await screen.findByRole('region', { name: 'Messages that were not sent, or may not have arrived' }),
    )
    expect(list.getByText('E-mail: It was not delivered.')).toBeDefined()
    expect(list.getAllByText('Somebody who has been removed')).toHaveLength(2)
    expect(screen.getByRole('link', { name: 'Back to events' }).getAttribute('href')).toMatch(
      /^\/events\?org=/,
    )
  })

  it.each([
    [
      { counts: { QUEUED: 1, FAILED: 2 }, settled: 2, retrying: 1 },
      /^0 of 3 sent · 2 failed · 1 refused for now/,
    ],
    [{ counts: { FAILED: 3 }, settled: 3 }, /^Nothing was sent: all 3 messages failed\.$/],
    [{ counts: { UNKNOWN: 3 }, settled: 3 }, /^0 of 3 sent · 3 unknown$/],
    [{ counts: { SENT: 2, DELIVERED: 1 }, settled: 3 }, /^3 of 3 sent$/],
  ])('says how it stands: %j', async ({ counts, ...changes }, sentence) => {
    const none = { QUEUED: 0, SENDING: 0, SENT: 0, DELIVERED: 0, FAILED: 0, UNKNOWN: 0 }
    answer('broadcasts', 'getBroadcast', {
      ...sent,
      people_count: 2,
      total_count: 3,
      sendable: 3,
      retrying: 0,
      waits_ms: 0,
      undone_count: 0,
      problem_count: 0,
      problems: [],
      ...changes,
      counts: { ...none, ...counts },
    })
    await renderApp(`${address}?id=${broadcast_id}`)
    await waitFor(() => expect(document.querySelector('main output')?.textContent).toMatch(sentence))
  })
})

it('leaves the organiser where they went while it was being sent', async () => {
  const letGo = hold('broadcasts', 'sendBroadcast', { sentCount: 1, totalCount: 1, broadcast_id })
  const user = await openForm(one)
  await user.type(screen.getByRole('textbox'), '!')
  await user.click(await screen.findByRole('button', { name: 'Send 1 message' }))
  await screen.findByRole('button', { name: /Sending\.\.\.$/ })
  await user.click(screen.getAllByRole('link', { name: 'Events' })[0] ?? document.body)
  await screen.findByRole('article', { name: 'Midsommar' })
  expect(screen.queryByRole('alertdialog')).toBeNull()
  const settled = new Promise<void>((resolve) => {
    onTestFinished(
      queryClient.getMutationCache().subscribe(({ mutation }) => {
        if (mutation?.state.status === 'success') resolve()
      }),
    )
  })
  letGo()
  await settled
  expect(location.pathname).toBe('/events')
})

it.each([-300_000, 300_000])('counts down on a device whose clock is %i ms off', async (off) => {
  onTestFinished(() => synchronizeClock(new Date().toUTCString()))
  answer('broadcasts', 'getBroadcast', { ...sent, waits_ms: 15_000 })
  synchronizeClock(new Date(Date.now() - off).toUTCString())
  await renderApp(`${address}?id=${broadcast_id}`)
  expect(await screen.findByText(/^1 message to 1 person go out in \d+ s/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined()
})

it('moves the focus to what was opened, and to the form of another one', async () => {
  answer('broadcasts', 'getBroadcast', { ...sent, sendable: 0, undone_count: 1 })
  answer('broadcasts', 'listBroadcasts', [{ ...sent, text: 'Hej' }])
  const user = await openForm()
  ;(await screen.findByRole('link', { name: /Hej/ })).focus()
  await user.keyboard('{Enter}')
  const another = await screen.findByRole('button', { name: 'New broadcast' })
  expect(document.activeElement?.id).toBe('broadcast-result')
  await user.click(another)
  await screen.findByRole('textbox')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'To whom' }))
})
