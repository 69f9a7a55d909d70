import type { BroadcastPreview, BroadcastProgress } from '@muster/contract/broadcasts'
import { routes } from '@muster/contract/routes'
import { onlineManager } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { answer, refuse, stall } from '../../testing/answers.ts'
import { buildEvent, buildId } from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { server } from '../../testing/server.ts'

vi.mock('../../live/connection.ts', () => import('../../testing/live-channel.ts'))

const languages = ['en', 'sv'] as const
type Language = (typeof languages)[number]
const event = buildEvent({ name: 'Midsommar' })
const address = `/events/${event.id}/broadcast`
const broadcast_id = buildId()
const send = { en: 'Send', sv: 'Skicka' }

const empty: BroadcastPreview = {
  groups: { past: 0, current: 0, upcoming: 0 },
  total_count: 0,
  sendable_count: 0,
  recipients: [],
  sample: null,
  most_segments: 0,
}

type Reach = BroadcastPreview['recipients'][number]['email']
const recipient = (email: Reach, sms: Reach, shifts = 1) => ({
  person_id: buildId(),
  first_name: 'Anna',
  last_name: 'Berg',
  shifts,
  email,
  sms,
})

const done: BroadcastProgress = {
  id: broadcast_id,
  event_id: event.id,
  message_type: 'reminder',
  created_at: '2026-06-19T10:00:00.000Z',
  total_count: 4,
  sendable: 3,
  settled: 3,
  counts: { QUEUED: 0, SENDING: 0, SENT: 0, DELIVERED: 1, FAILED: 1, UNKNOWN: 1 },
  problem_count: 4,
  problems: [
    { person: null, channel: 'EMAIL', kind: 'failed', detail: null },
    { person: null, channel: 'SMS', kind: 'unknown', detail: null },
  ],
}

beforeEach(() => {
  answerOrganization()
  answer('events', 'listEvents', { events: [event] })
  answer('events', 'getEvent', event)
  answer('broadcasts', 'previewBroadcast', empty)
})

async function open(language: Language, preview = empty) {
  answer('broadcasts', 'previewBroadcast', preview)
  const user = await renderApp(address, { language })
  await screen.findByRole('textbox')
  return user
}

async function sendAll(language: Language) {
  const user = await open(language)
  await user.click(screen.getByRole('button', { name: send[language] }))
}

async function expectTexts(texts: readonly (string | RegExp)[]) {
  for (const text of texts) expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
}

describe.each(languages)('the words of the form (%s)', (language) => {
  it('with nobody to send to', async () => {
    await open(language)
    await expectTexts(
      {
        en: [
          'Message type',
          'Your text, the shift times and a personal link to answer.',
          'Only your text.',
          'To whom',
          'Confirmed and invited people of these shifts.',
          'none yet',
          'none right now',
          'none ahead',
          'Channel',
          'Everybody gets a link of their own to confirm or decline.',
          'There is nobody to show it for yet.',
          'Nobody is confirmed or invited on these shifts.',
        ],
        sv: [
          'Typ av meddelande',
          'Din text, passens tider och en personlig länk att svara genom.',
          'Bara din text.',
          'Till vilka',
          'Bekräftade och inbjudna på de här passen.',
          'inga än',
          'inga just nu',
          'inga framöver',
          'Kanal',
          'Var och en får en egen länk att tacka ja eller nej genom.',
          'Det finns ingen att visa det för än.',
          'Ingen är bekräftad eller inbjuden på de här passen.',
        ],
      }[language],
    )
  })

  it('the choices', async () => {
    await open(language)
    const choices = {
      en: ['Past shifts', 'Current shifts', 'Upcoming shifts', 'Include the personal link'],
      sv: ['Tidigare pass', 'Pågående pass', 'Kommande pass', 'Ta med den personliga länken'],
    }
    for (const name of choices[language]) {
      expect(screen.getByRole('checkbox', { name: new RegExp(`^${name}`) })).toBeDefined()
    }
    const radios = {
      en: ['Reminder', 'Custom', 'Both', 'SMS', 'E-mail'],
      sv: ['Påminnelse', 'Eget meddelande', 'Båda', 'Sms', 'E-post'],
    }
    for (const name of radios[language]) {
      expect(screen.getByRole('radio', { name: new RegExp(`^${name}`) })).toBeDefined()
    }
  })

  it.each([
    { characters: 1, en: '1 character, sent as 1 SMS.', sv: '1 tecken, skickas som 1 sms.' },
    { characters: 2, en: '2 characters, sent as 1 SMS.', sv: '2 tecken, skickas som 1 sms.' },
  ])('a custom message of $characters', async ({ characters, [language]: length }) => {
    const sms = { from: 'Lund', text: 'H', characters, segments: 1, language: 'sv' } as const
    const sample = { first_name: 'Anna', last_name: 'Berg', email: null, sms }
    const user = await open(language, { ...empty, sample })
    await user.click(screen.getByRole('radio', { name: { en: /^Custom/, sv: /^Eget/ }[language] }))
    await expectTexts(
      {
        en: ['A custom message carries your text only.', 'Please enter a message to send'],
        sv: ['Ett eget meddelande innehåller bara din text.', 'Skriv ett meddelande att skicka'],
      }[language],
    )
    await user.type(screen.getByRole('textbox'), 'H')
    await expectTexts([length])
  })

  it('no group', async () => {
    const user = await open(language)
    for (const name of [/^(Current|Pågående)/, /^(Upcoming|Kommande)/]) {
      await user.click(screen.getByRole('checkbox', { name }))
    }
    await expectTexts([
      { en: 'Please select at least one volunteer group', sv: 'Välj minst en grupp av volontärer' }[language],
    ])
    expect(screen.getByRole('button', { name: send[language] })).toHaveProperty('disabled', true)
  })

  it('whom it does not reach, and why', async () => {
    const user = await open(language, {
      ...empty,
      groups: { past: 0, current: 1, upcoming: 4 },
      total_count: 10,
      sendable_count: 2,
      recipients: [
        recipient('no_contact_info', 'no_contact_info'),
        recipient('opted_out', 'opted_out'),
        recipient('bounced', 'bounced'),
        recipient(null, 'number_not_allowed'),
        recipient('reachable', null, 2),
      ],
    })
    await expectTexts(
      {
        en: ['To about 5 people', '· 10 messages', '1 person gets it', '7 messages cannot be sent'],
        sv: [
          'Till omkring 5 personer',
          '· 10 meddelanden',
          '1 person får det',
          '7 meddelanden går inte att skicka',
        ],
      }[language],
    )
    await user.click(screen.getByText({ en: '1 person gets it', sv: '1 person får det' }[language]))
    await expectTexts(
      {
        en: [
          'No e-mail address',
          'Does not want e-mail from you',
          'The e-mail address does not exist',
          'No phone number',
          'Does not want SMS from you',
          'The phone number does not exist',
          'SMS to satellite and premium-rate numbers are not switched on',
          'E-mail · 2 shifts',
        ],
        sv: [
          'Saknar e-postadress',
          'Vill inte ha e-post från er',
          'E-postadressen finns inte',
          'Saknar telefonnummer',
          'Vill inte ha sms från er',
          'Telefonnumret finns inte',
          'Sms till satellit- och betalnummer är inte påslagna',
          'E-post · 2 pass',
        ],
      }[language],
    )
  })

  it('too long for ten SMS', async () => {
    await open(language, { ...empty, most_segments: 11 })
    await expectTexts([
      {
        en: 'For whoever has the most shifts the message is longer than ten SMS.',
        sv: 'För den som har flest pass blir meddelandet längre än tio sms.',
      }[language],
    ])
  })

  it('a preview that cannot be read', async () => {
    refuse('broadcasts', 'previewBroadcast')
    await renderApp(address, { language })
    await expectTexts([
      { en: 'The preview could not be loaded.', sv: 'Förhandsvisningen gick inte att läsa in.' }[language],
    ])
  })
})

describe.each(languages)('what can go wrong (%s)', (language) => {
  it.each([
    [{}, { en: 'No event selected for broadcast', sv: 'Inget evenemang är valt för utskicket' }[language]],
    [{ error: 'The server’s own.' }, 'The server’s own.'],
  ])('the event cannot be read', async (refusal, text) => {
    refuse('events', 'getEvent', { status: 404, ...refusal })
    await renderApp(address, { language })
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it.each([
    [
      {},
      {
        en: 'An error occurred while sending the message',
        sv: 'Ett fel uppstod när meddelandet skulle skickas',
      }[language],
    ],
    [{ error: 'The server’s own.' }, 'The server’s own.'],
  ])('the sending is refused', async (refusal, text) => {
    refuse('broadcasts', 'sendBroadcast', refusal)
    await sendAll(language)
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    const retry = { en: 'Retry', sv: 'Försök igen' }[language]
    expect(screen.getByRole('button', { name: retry })).toBeDefined()
  })

  it.each([true, false])('there is no connection (the browser believes so: %s)', async (believes) => {
    server.use(http.post(`*${routes.broadcasts.sendBroadcast.path}`, () => HttpResponse.error()))
    onlineManager.setOnline(!believes)
    onTestFinished(() => onlineManager.setOnline(true))
    await sendAll(language)
    expect((await screen.findByRole('alert')).textContent).toBe(
      {
        en: 'Connection error. Please check your network and try again.',
        sv: 'Anslutningsfel. Kontrollera nätet och försök igen.',
      }[language],
    )
  })

  it.each([
    [
      {},
      {
        en: 'The progress could not be loaded. The sending goes on.',
        sv: 'Förloppet gick inte att läsa in. Utskicket fortsätter.',
      }[language],
    ],
    [{ status: 503, error: 'The server’s own.' }, 'The server’s own.'],
  ])('the progress cannot be read', async (refusal, text) => {
    refuse('broadcasts', 'getBroadcast', refusal)
    await renderApp(`${address}?id=${broadcast_id}`, { language })
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })
})

describe.each(languages)('on the way (%s)', (language) => {
  it('says that it is sending', async () => {
    stall('broadcasts', 'sendBroadcast')
    await sendAll(language)
    const sending = { en: 'Sending...', sv: 'Skickar...' }[language]
    expect(await screen.findByRole('button', { name: sending })).toHaveProperty('disabled', true)
    const label = { en: 'Progress', sv: 'Förlopp' }[language]
    expect(screen.getByRole('progressbar', { name: label })).toBeDefined()
  })

  it('says what became of it', async () => {
    answer('broadcasts', 'getBroadcast', done)
    await renderApp(`${address}?id=${broadcast_id}`, { language })
    const sum = {
      en: '1 of 3 sent · 1 failed · 1 unclear',
      sv: '1 av 3 skickade · 1 misslyckades · 1 oklart',
    }
    const back = { en: 'Back to events', sv: 'Tillbaka till evenemangen' }[language]
    expect((await screen.findByRole('link', { name: back })).getAttribute('href')).toBe('/events')
    expect(document.querySelector('main output')?.textContent).toBe(sum[language])
    const title = { en: 'Whom it did not reach', sv: 'Vilka det inte nådde' }[language]
    const list = within(screen.getByRole('region', { name: title }))
    const texts = {
      en: ['E-mail · It was not delivered.', 'SMS · Nobody knows whether it arrived.', 'and 2 more messages'],
      sv: ['E-post · Det kom inte fram.', 'Sms · Ingen vet om det kom fram.', 'och 2 meddelanden till'],
    }
    for (const text of texts[language]) expect(list.getByText(text)).toBeDefined()
    const somebody = { en: 'Somebody who has been removed', sv: 'Någon som har tagits bort' }
    expect(list.getAllByText(somebody[language])).toHaveLength(2)
  })

  it('says that nobody could be reached', async () => {
    answer('broadcasts', 'getBroadcast', { ...done, sendable: 0, settled: 0, problems: [], problem_count: 0 })
    await renderApp(`${address}?id=${broadcast_id}`, { language })
    await expectTexts([
      {
        en: 'Nothing was sent: nobody could be reached.',
        sv: 'Inget skickades: ingen gick att nå.',
      }[language],
    ])
  })
})
